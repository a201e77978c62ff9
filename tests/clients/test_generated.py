"""What is generated of the Python client is what the generator writes, and true of its source."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from clients.generator import CLIENT, generated
from clients.generator.operations import operations
from clients.generator.shapes import PARAMETERS, Schema, shapes
from clients.generator.twin import without_waiting

ROW = {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}
REF = {"$ref": "#/components/schemas/RowShape"}
NULL = {"$ref": "#/components/schemas/NullEnum"}


def test_what_is_here_was_written_from_what_is_here() -> None:
    """If not: make client"""
    texts = generated()
    assert [path.name for path, text in texts.items() if path.read_text("utf-8") != text] == []


def test_who_installs_the_client_gets_it(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=CLIENT.parents[1], check=True, capture_output=True)
    (wheel,) = tmp_path.iterdir()
    assert {f"jeton_client/{path.name}" for path in generated()} <= {*ZipFile(wheel).namelist()}


def written(**schemas: Any) -> str:
    """The types of a document with these schemas."""
    paths = {
        f"/api/v1/{path}": {"get": {"parameters": [{"name": name, "schema": {"enum": ["x"]}}]}}
        for path, name in PARAMETERS.values()
    }
    return shapes({"paths": paths, "components": {"schemas": schemas}})


def test_an_object_is_a_typed_dict_and_says_what_may_be_absent_or_null() -> None:
    fields = {
        "row": {"oneOf": [REF, NULL]},
        "rows": {"type": "array", "items": REF, "description": "newest first"},
        "at": {"type": ["string", "null"]},
        "facts": {"type": "object", "additionalProperties": {}},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "value": {},
    }
    page = {"properties": fields, "required": [*fields][1:], "description": "a page"}
    text = written(PageShape=page, RowShape=ROW)
    assert text.endswith('''
class Page(TypedDict):
    """A page"""

    row: NotRequired[Row | None]
    # newest first
    rows: list[Row]
    at: str | None
    facts: dict[str, Any]
    counts: dict[str, int]
    value: Any
class Row(TypedDict):
    id: int
''')


def test_a_list_of_which_nothing_else_is_said_is_named_after_its_rows() -> None:
    rows = {"type": "array", "items": REF}
    fields = {"results": rows, "next_before": {"type": ["integer", "null"]}}
    told = {"results": {**rows, "description": "the best first"}}
    text = written(
        RowShape=ROW,
        RowsShape={"properties": fields},
        AllShape={"properties": {"results": rows}},
        BestShape={"properties": told},
    )
    assert text.endswith("All = Listed[Row]\nRows = Page[Row]\n")
    assert "class Best(TypedDict" in text


def test_a_form_marks_what_must_be_there() -> None:
    fields = {name: {"type": "boolean"} for name in ("asked", "loud", "late")}
    text = written(CallForm={"properties": fields, "required": ["asked"]})
    assert "class CallForm(TypedDict, total=False):\n    asked: Required[bool]\n" in text
    assert "    loud: bool\n" in text


def test_one_of_a_few_words_is_a_literal() -> None:
    words = {"type": "string", "enum": ["in", "out"], "description": "* `in` - in\n* `out` - out"}
    assert "\nEntryStatus = Literal['in', 'out']\n" in written(EntryStatusEnum=words)


def test_kinds_of_an_object_are_one_type_with_the_fields_of_each() -> None:
    def kind(name: str, **more: Any) -> Any:
        fields = {"type": {"enum": [name]}, **more}
        return {"properties": fields, "required": ["type"]}

    card = {"type": ["string", "null"]}
    text = written(Action={"oneOf": [kind("draw"), kind("lay", card=card), kind("end", card=card)]})
    assert text.endswith("""class Action(TypedDict):
    type: Literal['draw', 'lay', 'end']
    card: NotRequired[str]
""")


def test_two_schemas_never_share_a_name() -> None:
    with pytest.raises(ValueError, match="two schemas want to be Row"):
        written(RowShape=ROW, RowEnum={"enum": ["x"]})


def test_a_field_that_no_class_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be written as a field"):
        written(RowShape={"properties": {"from": {"type": "string"}}})


def method_of(named: str, *, rows: str = "", **operation: Any) -> str:
    """The method with this line in the names, of a document with one operation for it."""
    given = {"operationId": "postRow", "responses": {"200": {}}, **operation}
    form = {
        "properties": {
            "value": {"type": ["integer", "null"]},
            "row": {"$ref": "#/components/schemas/RowShape"},
            "later": {"type": "string"},
        },
        "required": ["value"],
    }
    rows_of = {"properties": {"results": {"items": REF}}}
    schemas = {"RowForm": form, "RowShape": ROW, "RowsShape": rows_of}
    paths = {"/api/v1/rows/{row_id}/{name}/": {"post": given}}
    lists = {"every": rows} if rows else {}
    names = {"client": {"put": named} if named else {}, "client_lists": lists}
    document = {"components": {"schemas": schemas}, "paths": paths}
    text = operations(document, {**names, "office": {}, "office_lists": {}})
    return (
        text.partition('"""What players may do, and programs."""')[2].partition("class")[0].strip()
    )


def parameter(name: str, of: str = "path", **schema: Any) -> Schema:
    return {"name": name, "in": of, "schema": schema}


PARAMETERS_OF_ROW = [
    parameter("row_id", type="string", pattern="^[0-9]{1,18}$"),
    parameter("name", type="string"),
]
ROW_FORM = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/RowForm"}}}}


def test_what_must_be_sent_is_sent_as_null_too_and_what_may_be_left_out_is_not() -> None:
    key = parameter("Idempotency-Key", "header", type="string")
    written = method_of(
        "postRow row",
        parameters=[*PARAMETERS_OF_ROW, key],
        requestBody=ROW_FORM,
        description="Put one.\n\nMore of it.",
    )
    assert (
        written
        == '''async def put(self, row_id: int, name: str, row: shapes.Row | None = None, *, \
value: int | None, later: str | None = None, key: str | None = None) -> None:
        """Put one."""
        await self.send(Call('POST', f"rows/{row_id}/{quote(name, safe='')}/", \
{'value': value, **given(row=row, later=later)}, key=key or new_key()))'''
    )


def test_a_form_without_words_to_be_given_by_place_is_given_by_name() -> None:
    written = method_of("postRow", parameters=PARAMETERS_OF_ROW, requestBody=ROW_FORM)
    assert "name: str, **form: Unpack[shapes.RowForm]) -> None" in written
    assert ", dict(form)))" in written


def test_a_list_to_its_end_comes_in_the_longest_pages() -> None:
    limit = parameter("limit", "query", type="integer", maximum=200, default=50)
    before = parameter("before", "query", type="integer")
    answer = {"schema": {"$ref": "#/components/schemas/RowsShape"}}
    written = method_of(
        "",
        rows="postRow",
        parameters=[*PARAMETERS_OF_ROW, limit, before],
        responses={"200": {"content": {"application/json": answer}}},
    )
    assert "*, limit: int = 200) -> AsyncIterator[shapes.Row]" in written
    assert "self.rows(Call(" in written
    assert "query=given(limit=limit)" in written


def test_a_name_whose_operation_is_gone_is_not_passed_over() -> None:
    with pytest.raises(KeyError, match="getRow"):
        method_of("getRow", parameters=PARAMETERS_OF_ROW)


def test_the_twin_waits_for_nothing() -> None:
    source = '''
class AsyncClient:
    async def __aenter__(self): ...
    async def send(self, pause: AsyncSleep = asyncio.sleep) -> AsyncStream[Update]:
        """Read it; the read is awaited."""
        async with aclosing(self._http) as told:
            await told.aread()
'''
    assert (
        without_waiting(source)
        == '''
class Client:
    def __enter__(self): ...
    def send(self, pause: Sleep = time.sleep) -> Stream[Update]:
        """Read it; the read is awaited."""
        with closing(self._http) as told:
            told.read()
'''
    )
