"""What is in a package, as SPDX 2.3 in JSON: the package with its checksum, what it contains and what it needs."""
import hashlib
import json
import re

from tools import sources
from tools.packagers import components, facts


def identifier(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def described(component):
    name = components.row_of(component)[0]
    version = components.version_of(component)
    made = {"SPDXID": identifier("Contained", f"{component.row}-{component.source or component.package}"), "name": name,
            "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": components.licence_of(component), "licenseDeclared": components.licence_of(component),
            "copyrightText": "NOASSERTION"}
    if component.source:
        _, package, _, _, sha = next(source for source in sources.SOURCES if source[0] == component.source)
        made["comment"] = f"Compiled from the original archive of Debian's source package {package}, which has this checksum."
        made["checksums"] = [{"algorithm": "SHA256", "checksumValue": sha}]
    else:
        made["externalRefs"] = [purl(component.package, version)]
    return made


def purl(package, version):
    return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{package}@{version}"}


def debian(kind, package, version):
    return {"SPDXID": identifier(kind, package), "name": package, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION",
            "copyrightText": "NOASSERTION", "externalRefs": [purl(package, version)]}


def make(kind, file_name, data, contained=(), needed=()):
    """`contained`, `needed`: further packages of Debian that are in it, and that it depends on: names with their versions."""
    sha = hashlib.sha256(data).hexdigest()
    root = {"SPDXID": "SPDXRef-Package", "name": facts.NAME, "versionInfo": facts.version(), "packageFileName": file_name,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT",
            "copyrightText": "NOASSERTION", "checksums": [{"algorithm": "SHA256", "checksumValue": sha}]}
    inside = [described(one) for one in components.OF[kind]] + [debian("Contained", *one) for one in contained]
    outside = [debian("Needed", *one) for one in needed]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", root)]
    relations += [("SPDXRef-Package", "CONTAINS", one) for one in inside]
    relations += [("SPDXRef-Package", "DEPENDS_ON", one) for one in outside]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": file_name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{file_name}-{sha}",
        "creationInfo": {"created": facts.moment().strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tracepane-package"]},
        "packages": [root, *inside, *outside],
        "relationships": [{"spdxElementId": one, "relationshipType": what, "relatedSpdxElement": other["SPDXID"]}
                          for one, what, other in relations],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
