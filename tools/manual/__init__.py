"""Makes the manual that comes with the page: pages of docs/*.md, with a search that works without a network."""
