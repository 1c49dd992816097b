#!/usr/bin/env python3
"""The manifests of docs/kubernetes.md against the schemas of Kubernetes.

usage: kubernetes_check.py --source TREE

It runs in the environment build/python/kubernetes, which tests/fronts/python/install.sh makes. Each run also checks manifests that are wrong,
and fails when one of them is accepted.
"""

import argparse
import copy
import pathlib
import re
import sys

import kubernetes_validate
import yaml

# The oldest that has the label of a pod's index, and a newer one.
VERSIONS = ("1.28", "1.34")


def accepted(manifest, version):
    try:
        kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.ValidationError:
        return False
    return True


def wrong(manifest):
    """The manifest with a mistake each: a member that there is none of, a type, something that is missing."""
    for change in ({"sepc": {}}, {"metadata": "app"}):
        yield {**manifest, **change}
    if manifest["kind"] in ("Deployment", "StatefulSet"):
        for mistake in ("replicas", "containers", "selector"):
            bad = copy.deepcopy(manifest)
            if mistake == "replicas":
                bad["spec"]["replicas"] = "twenty"
            elif mistake == "selector":
                del bad["spec"]["selector"]
            else:
                bad["spec"]["template"]["spec"]["containers"][0]["enviroment"] = []
            yield bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    source = parser.parse_args().source
    problems, checked, rejected = [], 0, 0
    page = (source / "docs/kubernetes.md").read_text(encoding="utf-8")
    for path in sorted((source / "examples/kubernetes").glob("*.yaml")):
        if path.name not in page:
            problems.append(f"{path.name} is not on the page")
        for manifest in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            for version in VERSIONS:
                checked += 1
                try:
                    kubernetes_validate.validate(manifest, version, strict=True)
                except kubernetes_validate.ValidationError as why:
                    problems.append(f"{path.name}, {manifest['kind']}, Kubernetes {version}: {why.message}")
                for bad in wrong(manifest):
                    rejected += 1
                    if accepted(bad, version):
                        problems.append(f"{path.name}, {manifest['kind']}, Kubernetes {version}: a wrong manifest is accepted")
    for block in re.findall(r"```yaml\n(.*?)```", page, re.S):
        if not list(yaml.safe_load_all(block)):
            problems.append("a block of the page is empty")
    print("\n".join(problems))
    print(f"kubernetes: {checked} manifests, {rejected} wrong ones, {len(problems)} problems")
    return 1 if problems or not checked or not rejected else 0


if __name__ == "__main__":
    sys.exit(main())
