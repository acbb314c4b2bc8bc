// Files that the user gives to the page: drops on it, and choices by the browser's own dialogs.
import {handlesOf} from './dropped.js';
import {DropSign} from './drop_sign.js';
import {fromDrop, fromList} from './files.js';

export class Given {
  #page;
  #chosenFor = 'instead';

  // `page` has `opening` (web/opening.js); `sourceMissing()`, the path of the source that a panel asks for, or empty; and
  // `takeSources(files, missing)` and `chooseSources(files)`, which pass files on to that panel.
  constructor(page) {
    this.#page = page;
  }

  // Shows the dialog of the element `id`. What is chosen is opened 'instead' of what is open, 'beside' it, or 'again'.
  ask(id, what) {
    this.#chosenFor = what;
    const chooser = document.getElementById(id);
    chooser.value = '';
    chooser.click();
  }

  listen() {
    const {opening} = this.#page;
    const sign = new DropSign(document.getElementById('drop'), () => opening.takesBeside());
    addEventListener('dragenter', (event) => {
      event.preventDefault();
      sign.entered(event);
    });
    addEventListener('dragover', (event) => {
      event.preventDefault();
      sign.moved(event);
    });
    addEventListener('dragleave', () => sign.left());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const way = sign.dropped(event);
      const handles = handlesOf(event.dataTransfer);
      this.#dropped(fromDrop(event.dataTransfer).then((files) => files.map((one) => ({...one, handles}))), way);
    });
    document.getElementById('sources').addEventListener('change', ({target}) =>
      this.#page.chooseSources(fromList(target.files)));
    for (const id of ['files', 'directory']) {
      document.getElementById(id).addEventListener('change', ({target}) => {
        const list = fromList(target.files);
        if (this.#chosenFor === 'again') opening.openAgain(list);
        else opening.openOrTell(list, this.#chosenFor === 'beside');
      });
    }
  }

  #dropped(files, way) {
    const {opening, sourceMissing, takeSources} = this.#page;
    const missing = sourceMissing();
    if (missing === '') opening.openOrTell(files, way);
    // The sources that a panel asks for are no trace. A drop that can't be read is told of when it is opened.
    else files.then((list) => takeSources(list, missing), () => false)
      .then((taken) => taken || opening.openOrTell(files, way));
  }
}
