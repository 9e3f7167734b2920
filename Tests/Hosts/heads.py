"""A head and a mix to choose, and presets and sessions of a user that choose them."""

import os
import shutil

import setting
from setting import path, uri

DEFAULT = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"


def narrow():
    """The default head with a quarter of either ear in the other: what is heard at the side differs less between the ears."""
    import h5py

    target = path("narrow head.sofa")
    if not os.path.exists(target):
        shutil.copyfile(DEFAULT, target)
        with h5py.File(target, "r+") as file:
            responses = file["Data.IR"][...]
            file["Data.IR"][...] = 0.75 * responses + 0.25 * responses[:, ::-1]
    return target


def mix():
    """Metadata that lift the voices by 6 dB and take the place's bass away."""
    target = path("voices louder.json")
    with open(target, "w") as file:
        file.write("""{ "format": "nearfar-mix/1", "dialog": { "gain": 6 },
  "ambience": { "equalization": [{ "type": "high-pass", "frequency": 1000 }] } }
""")
    return target


def user_preset(plugin, label, file_path, chooses="urn:nearfar:hrtf"):
    """Writes a bundle with one preset as hosts save them, and returns the LV2_PATH that holds it. `chooses`: the property whose
    value the file is."""
    folder = path("user presets/user.lv2")
    os.makedirs(folder, exist_ok=True)
    prefixes = """@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
"""
    common = f'<urn:test:user> a pset:Preset ; lv2:appliesTo <{uri(plugin)}> ; rdfs:label "{label}"'
    with open(f"{folder}/manifest.ttl", "w") as file:
        file.write(f"{prefixes}{common} ; rdfs:seeAlso <user.ttl> .\n")
    with open(f"{folder}/user.ttl", "w") as file:
        file.write(f'{prefixes}{common} ; state:state [ <{chooses}> "{file_path}"^^atom:Path ] .\n')
    return f"{setting.lv2_path()}:{os.path.dirname(folder)}"


def session(plugin, **files):
    """A session's file as hosts save it: paths by the last word of the property's URI."""
    target = path(f"{plugin}-{'-'.join(files)}.ttl")
    chosen = " ; ".join(f'<{uri(name)}> "{file}"^^atom:Path' for name, file in files.items())
    with open(target, "w") as file:
        file.write(f"""@prefix atom: <http://lv2plug.in/ns/ext/atom#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix state: <http://lv2plug.in/ns/ext/state#> .
<> a pset:Preset ; lv2:appliesTo <{uri(plugin)}> ; state:state [ {chosen} ] .
""")
    return target
