"""Two hundred questions and more that try to write, to reach further than they may, or never end.

Most stand in `attacks/`, a line each: `{t}` is the table with everybody's rows, `{v}` one that
nobody declared, `\n` a new line.
"""
# ruff: noqa: S608 - attacks are put together as attackers do

from pathlib import Path

FOLDER = Path(__file__).with_name("attacks")

CROSSED = " CROSS JOIN ".join(f"people p{number}" for number in range(14))
DOUBLED = "SELECT 'xxxxxxxxxxxxxxxx' AS s"
for _ in range(24):
    DOUBLED = f"SELECT s || s AS s FROM ({DOUBLED}) AS x"
# Each names the one before twice, so that to prepare it is never done.
CHAINED = ", ".join(f"c{n} AS (SELECT x.a AS a FROM c{n - 1} x, c{n - 1} y)" for n in range(1, 41))
NESTED = ", ".join(
    f"c{n} AS (SELECT (SELECT a FROM c{n - 1}) + (SELECT a FROM c{n - 1}) AS a)"
    for n in range(1, 31)
)
COMPUTED = (
    f"SELECT count(*) FROM {CROSSED}",
    f"SELECT p0.name FROM {CROSSED} ORDER BY p1.name, p2.name",
    f"SELECT length(s) FROM ({DOUBLED}) AS x",
    f"WITH c0 AS (SELECT 1 AS a), {CHAINED} SELECT count(*) FROM c40",
    f"WITH c0 AS (SELECT 1 AS a), {NESTED} SELECT a FROM c30",
    f"SELECT count(*) FROM people WHERE '{'a' * 1500}' LIKE '{'%a' * 90}%b'",
    f"SELECT {'(' * 600}1{')' * 600}",
    f"SELECT {'1 + ' * 900}1",
    "SELECT 1" + " UNION ALL SELECT 1" * 200,
    f"SELECT 1 WHERE 1 IN ({', '.join(['1'] * 1200)})",
    f"SELECT replace(replace('{'a' * 900}', 'a', '{'b' * 900}'), 'b', '{'c' * 900}')",
    f"SELECT length(string_agg(p0.name, '{'x' * 900}')) FROM {CROSSED}",
    f"SELECT length(group_concat(p0.name, '{'x' * 900}')) FROM {CROSSED}",
)

DISGUISED = (
    "\ufeffSELECT * FROM {v}",
    "SELECT * FROM {v}\x00",
    "SELECT * FROM \ud800{v}",
    "\uff33\uff25\uff2c\uff25\uff23\uff34 * FROM {v}",
    'SELECT * FROM U&"\\0076ault"',
    'SELECT code FROM "va""ult"',
    "SELE/**/CT * FROM {v}",
    "SELECT/**/code/**/FROM/**/{v}",
    "SELECT code FROM pub/**/lic.{v}",
    "/* SELECT */ DELETE FROM {v}",
    "-- SELECT\nDELETE FROM {v}",
    "SELECT /* /* */ */ code FROM public.{v}",
    "SELECT code FROM {v} -- \r\n",
    "select\tcode\vfrom\f{v}",
    "SELECT '\\'; DROP TABLE {v}; --'",
    "SELECT 1 AS \"a {{FUNCEXPR :funcid 1\", set_config('x.y', 'z', false)",
    'SELECT name AS "}} :funcid 2078 {{" FROM {t}',
    "SELECT CAST('{v}' AS regclass)::text, CAST('pg_sleep' AS regproc)",
    "WITH x AS MATERIALIZED (SELECT code FROM {v}) SELECT * FROM x",
    "SELECT OPERATOR(pg_catalog.+) 1, pg_catalog.set_config('x.y', 'z', false)",
)


def attacks() -> dict[str, list[str]]:
    """All of them, by what they try."""
    files = sorted(FOLDER.glob("*.txt"))
    by_line = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in files}
    every = {**by_line, "computed": [*COMPUTED], "disguised": [*DISGUISED]}
    return {kind: [_filled(line) for line in lines] for kind, lines in every.items()}


def _filled(line: str) -> str:
    return line.replace("{t}", "staff_people").replace("{v}", "vault").replace("\\n", "\n")
