"""The page behind a small web server as an OCI image, made without a container engine: nginx of Debian with the libraries that
it asks for, its configuration, and the page. Nothing else is in it, not even a shell."""
import hashlib
import io
import json
import pathlib
import re
import subprocess
import tarfile
import tempfile

from tools.packagers import facts, hosting, page
from tools.packagers.archives import Entry, make_tar, squeeze
from tools.packagers.deb import architecture
from tools.packagers.made import Made
from tools.steps import ROOT, step

PACKAGES = ["nginx", "libc6", "libcrypt1", "libpcre2-8-0", "libssl3", "zlib1g"]
# Of these packages: programs, libraries and licences, without what nginx never loads.
WANTED = re.compile(r"usr/sbin/nginx|(usr/)?lib(64)?/[^/]*/?[^/]*\.so[^/]*|usr/share/doc/[^/]+/copyright|usr/share/common-licenses/.*")
PORT = 8080
# www-data of Debian.
USER = 33
PAGE = "usr/share/tracepane/page/"
COMMAND = ["/usr/sbin/nginx", "-e", "stderr", "-c", "/etc/nginx/nginx.conf"]


def download(folder):
    """The packages, as the machine's own mirror has them."""
    step("packages of the image", ["apt-get", "-o", "APT::Sandbox::User=root", "download", *PACKAGES], "Is a Debian mirror in reach?",
         cwd=folder)
    return sorted(pathlib.Path(folder).glob("*.deb"))


def field(deb, name):
    return subprocess.run(["dpkg-deb", "-f", deb, name], capture_output=True, text=True, check=True).stdout.strip()


def unpack(deb):
    """(entries, links) of what is wanted of a package."""
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], capture_output=True, check=True).stdout
    entries, links = {}, []
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            name = member.name.removeprefix("./")
            if not WANTED.fullmatch(name):
                continue
            if member.issym():
                links.append((name, member.linkname))
            elif member.isreg():
                entries[name] = Entry(archive.extractfile(member).read(), program=bool(member.mode & 0o100))
    return entries, links


def server():
    """(layer, packages with their versions) of the web server."""
    entries, links, versions = {}, [], []
    with tempfile.TemporaryDirectory() as folder:
        for deb in download(folder):
            versions.append((field(deb, "Package"), field(deb, "Version")))
            files, more = unpack(deb)
            entries |= files
            links += more
    config = (ROOT / "packaging/image/nginx.conf").read_text()
    entries |= {
        "etc/nginx/nginx.conf": Entry(config.replace("@SERVER@\n", hosting.nginx(f"/{PAGE.rstrip('/')}", str(PORT), "    "))),
        "etc/passwd": Entry(f"www-data:x:{USER}:{USER}:www-data:/nonexistent:/usr/sbin/nologin\n"),
        "etc/group": Entry(f"www-data:x:{USER}:\n"),
    }
    return make_tar(entries, links=links, open_folders=["tmp"]), tuple(versions)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def as_json(value):
    return json.dumps(value, indent=1, sort_keys=True).encode()


def make():
    base, versions = server()
    layers = [base, make_tar(page.entries(PAGE, "image"))]
    packed = [squeeze(layer) for layer in layers]
    created = facts.moment().strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {"org.opencontainers.image.title": facts.NAME, "org.opencontainers.image.version": facts.version(),
              "org.opencontainers.image.description": f"Tracepane {facts.SUMMARY}", "org.opencontainers.image.licenses": "MIT"}
    config = as_json({
        "architecture": architecture(), "os": "linux", "created": created,
        "config": {"User": f"{USER}:{USER}", "ExposedPorts": {f"{PORT}/tcp": {}}, "Entrypoint": COMMAND, "WorkingDir": "/",
                   "StopSignal": "SIGQUIT", "Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": [digest(layer) for layer in layers]},
        "history": [{"created": created, "created_by": "nginx of Debian"}, {"created": created, "created_by": "the page"}],
    })
    kind = "application/vnd.oci.image."
    manifest = as_json({
        "schemaVersion": 2, "mediaType": f"{kind}manifest.v1+json", "annotations": labels,
        "config": {"mediaType": f"{kind}config.v1+json", "digest": digest(config), "size": len(config)},
        "layers": [{"mediaType": f"{kind}layer.v1.tar+gzip", "digest": digest(layer), "size": len(layer)} for layer in packed],
    })
    name = f"{facts.NAME}:{facts.version()}"
    index = as_json({
        "schemaVersion": 2, "mediaType": f"{kind}index.v1+json",
        "manifests": [{"mediaType": f"{kind}manifest.v1+json", "digest": digest(manifest), "size": len(manifest),
                       "platform": {"architecture": architecture(), "os": "linux"},
                       "annotations": {"org.opencontainers.image.ref.name": facts.version(), "io.containerd.image.name": name}}],
    })
    blobs = {f"blobs/{digest(blob).replace(':', '/')}": Entry(blob) for blob in [*packed, config, manifest]}
    data = make_tar({"oci-layout": Entry('{"imageLayoutVersion": "1.0.0"}'), "index.json": Entry(index), **blobs})
    return Made("image", f"{facts.NAME}-{facts.version()}-image.tar", data, contained=versions)
