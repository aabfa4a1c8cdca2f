"""Validates TOML files by a JSON schema: validate.py SCHEMA FILE... prints a list with the errors of each file as JSON."""

import json
import sys
import tomllib

import jsonschema

with open(sys.argv[1], "rb") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)


def errors(path):
    with open(path, "rb") as file:
        manifest = tomllib.load(file)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(manifest)]


print(json.dumps([errors(path) for path in sys.argv[2:]]))
