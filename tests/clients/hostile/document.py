"""An OpenRPC document with the same string in every place that allows a string."""

import json

CONTROL = "harmless text"

# A string in TEXTS appears in no identifier of a client; one in NAMES may. FOUND is for documents
# of found.py.
TEXTS, NAMES, FOUND = "texts", "names", "found"


class Document:
    """The hostile string is in all places, or in `only`; the control string is in the others.
    Some of its methods are events."""

    def __init__(self, kind, hostile, only=None):
        self.kind, self.hostile, self.only = kind, hostile, only
        self.places = []
        self.value = {TEXTS: self._texts, NAMES: self._names}[kind]()

    def bytes(self):
        return json.dumps(self.value, ensure_ascii=False).encode()

    def params(self):
        """Returns the names of the params of each method."""
        shared = self.value.get("components", {}).get("contentDescriptors", {})
        [[_, descriptor]] = shared.items() or [["", {}]]
        return {each["name"]: [(descriptor if "$ref" in param else param)["name"]
                               for param in each["params"]] for each in self.value["methods"]}

    def _at(self, place):
        self.places.append(place)
        return self.hostile if self.only in (None, place) else CONTROL

    def _texts(self):
        at = self._at
        info = {
            "title": "Plain", "version": at("info.version"),
            "description": at("info.description"), "x-contract": at("info.x-contract"),
            "termsOfService": at("info.termsOfService"),
            "contact": {"name": at("contact.name"), "url": at("contact.url")},
            "license": {"name": at("license.name")},
        }
        member = {
            "type": "string", "description": at("member description"),
            "format": at("member format"), "pattern": at("member pattern"),
            "default": at("member default"), "$comment": at("member $comment"),
            "examples": [at("member example")],
        }
        struct = {
            "type": "object", "description": at("struct description"), "required": ["needed"],
            "properties": {
                "needed": member,
                "optional": member | {"deprecated": True},
                "constant": {"const": at("const")},
                "wrong": {"type": "x" + at("schema type")},
                "number": {"type": "integer", "format": at("integer format"),
                           "default": at("integer default")},
                "map": {"type": "object", "patternProperties": {at("pattern property"): member}},
                "tuple": {"type": "array", "items": [member, {"type": "null"}],
                          "additionalItems": False, "description": at("tuple description")},
                "far": {"$ref": at("$ref")},
            },
        }
        errors = [{"code": 1, "message": "plain", "data": {"why": at("error data")}}]
        result = {"name": at("result name"), "summary": at("result summary"),
                  "description": at("result description"), "schema": struct}
        params = [
            {"name": "needed", "required": True, "summary": at("param summary"),
             "description": at("param description"), "schema": member},
            {"name": "optional", "description": at("optional param description"),
             "schema": {"type": "integer", "description": at("param schema description")}},
        ]
        prose = {
            "summary": at("method summary"), "description": at("method description"),
            "tags": [{"name": at("tag name"), "description": at("tag description")}],
            "externalDocs": {"url": at("docs url"), "description": at("docs description")},
            "x-tool": {"title": at("tool title")},
        }
        example = {"name": at("example name"), "description": at("example description"),
                   "params": [{"name": "needed", "value": at("example value")}],
                   "result": {"name": "r", "value": at("example result")}}
        methods = [
            method("plain", params, result, **prose, errors=errors, examples=[example]),
            method("summed", params, result, summary=at("lone summary"), deprecated=True),
            method("described", params[::-1], result, description=at("lone description")),
            method("group.named", params, result, **prose, paramStructure="by-name"),
        ]
        member = {"type": "string", "description": at("payload's member description"),
                  "format": at("payload's member format")}
        payload = {"type": "object", "description": at("payload description"),
                   "properties": {"needed": member}}
        methods.append(method(
            "group.changed", params, result, summary=at("event summary"),
            description=at("event description"),
            **event(payload, keeps=at("keeps"), when_full=at("when_full"))))
        server = {"name": at("server name"), "url": at("server url"),
                  "description": at("server description")}
        return {"openrpc": "1.4.0", "info": info, "servers": [server], "methods": methods}

    def _names(self):
        at = self._at
        text = {"type": "string", "description": "plain"}
        key, tag = at("component key"), at("discriminator")

        def struct(*names, **rest):
            return {"type": "object", "properties": dict.fromkeys(names, text),
                    "required": list(names[:1])} | rest

        def animal(sound):
            return struct(tag, properties={tag: {"const": sound}, "n": {"type": "integer"}})

        schemas = {
            key: struct("a"),
            "animals": {"oneOf": [reference("dog"), reference("cat")],
                      "discriminator": {"propertyName": tag}},
            "dog": animal(at("tag's value")), "cat": animal("plain"),
            "fields2": struct(at("required member"), "other"),
            "open": struct("other", at("optional member")),
            "choice": {"enum": [at("enum value"), "other", at("enum value") + "1"]},
            "outer": {"type": "object", "properties": {
                at("nested member"): struct("a")}},
            "mapping": {"type": "object", "additionalProperties": reference(key)},
        }

        def named(place):
            return at(place) or "empty"  # methods and params must have names

        def param(place, schema=text, **rest):
            return {"name": named(place), "description": "plain", "schema": schema} | rest

        other = {"name": "other", "required": True, "schema": text}
        formats = [{"name": f"p{i}", "schema": {"type": "string", "format": each}}
                   for i, each in enumerate(["date", "date-time", "uuid", "base64"])]
        null = {"name": "r", "schema": {"type": "null"}}
        one = {"name": named("result name"), "schema": {"title": named("title"), **struct("a")}}
        titled = {"title": named("param's title"), "enum": ["a", at("titled enum value")]}
        by_name, by_position = {"paramStructure": "by-name"}, {"paramStructure": "by-position"}
        only = {"x-by-name-only": True}
        methods = [
            method(named("method name"), [param("param", required=True), other], one),
            method(named("group name") + ".leaf", [param("optional param")], null),
            method("leaf." + named("leaf name"), [other, param("second param")], null),
            method("by_name_1", [param("param by name", required=True)], null, **by_name),
            method("by_name_2", [other, param("optional param by name")], one, **by_name),
            method("by_name_3", [param("lone param by name")], null, **by_name),
            method("by_name_only", [param("param by name only", **only), other], null, **only),
            method("in_order", [param("reordered param", required=False), other], null),
            method("by_place", [param("param by place"), other], null, **by_position),
            method("with_types", [param("typed param", titled),
                                  {"name": "last", "schema": struct("a")}], null),
            method("formatted", formats, null),
            method("shared", [{"$ref": "#/components/contentDescriptors/" + escape(key)}],
                   {"name": "r", "schema": reference(key)}),
            method("failing", [], null, deprecated=True, errors=[
                {"code": 1, "message": at("error message")},
                {"code": 2, "message": at("error message"), "data": text},
                {"$ref": "#/components/errors/" + escape(key)}]),
        ]
        methods += [method(f"use.{name}", [], {"name": "r", "schema": reference(name)})
                    for name in schemas if name != key]
        struct_of_event = {"title": named("payload's title"), **struct(at("payload's member"))}
        methods += [
            method(named("event name") + " event", [param("event's param")], null,
                   **event(reference(key), keeps=5)),
            method("event." + named("event's leaf"), [param("needed event's param",
                   required=True)], null, **event(struct_of_event)),
            method("placed", [param("event's param by place")], null, **by_position,
                   **event({"enum": [at("payload's value"), "other"]}, keeps=5))]
        components = {
            "schemas": schemas,
            "contentDescriptors": {key: param("shared param", required=True)},
            "errors": {key: {"code": 3, "message": at("shared error")}},
        }
        return {"openrpc": "1.4.0", "info": {"title": at("info.title"), "version": "1"},
                "methods": methods, "components": components}


def method(name, params, result, **rest):
    return {"name": name, "params": params, "result": result} | rest


def event(payload, **rest):
    return {"x-event": {"payload": payload, **rest}}


def escape(token):
    return token.replace("~", "~0").replace("/", "~1")


def reference(key):
    return {"$ref": "#/components/schemas/" + escape(key)}
