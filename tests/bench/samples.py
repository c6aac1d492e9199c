"""Texts of many kinds, as people paste and models write them; the same ones in every run."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from random import Random

TABLES = ("orders", "customers", "invoices", "shipments", "refunds", "payments", "stock_levels",
          "page_views", "tickets", "contracts")  # fmt: skip
FIELDS = ("amount", "created_at", "region", "status", "customer_id", "due_on", "currency",
          "quantity", "unit_price", "channel", "updated_by", "tax_rate")  # fmt: skip
CITIES = ("Hamburg", "Lyon", "Rotterdam", "Leeds", "Porto", "Gdansk", "Turin", "Ghent")
CITIES_ZH = ("北京", "上海", "广州", "成都", "杭州", "武汉", "西安", "苏州")
PEOPLE = ("Lena Brandt", "Wei Zhang", "Maya Okafor", "Tom Keller", "Ana Ruiz", "Jun Sato")
PEOPLE_ZH = ("张伟", "李娜", "王芳", "刘洋", "陈静", "赵敏")
_STATUS = ("paid", "open", "cancelled", "refunded", "in_transit", "delivered")
_STATUS_ZH = ("已付款", "待处理", "已取消", "已退款", "运输中", "已签收")
_SEPARATOR = "\n%%\n"
WRITTEN = ("english", "chinese", "mixed", "japanese", "korean", "russian", "arabic", "french",
           "german", "emoji", "python", "sql", "trace")  # fmt: skip
"""Kinds that people have written; the others are put together."""


@cache
def written(kind: str) -> tuple[str, ...]:
    """Return the written texts of a kind."""
    text = files(__package__).joinpath("texts", f"{kind}.txt").read_text("utf-8")
    return tuple(text.strip("\n").split(_SEPARATOR))


def records(rng: Random) -> str:
    """Return rows as an API gives them, indented or in one line."""
    rows = [
        {
            "id": rng.randrange(10_000, 99_999),
            "customer": {"name": rng.choice(PEOPLE + PEOPLE_ZH), "vip": rng.random() < 0.2},
            "items": [
                {"sku": f"{rng.choice('ABKQ')}-{rng.randrange(1_000)}", "qty": rng.randint(1, 9)}
                for _ in range(rng.randint(1, 3))
            ],
            "total": round(rng.uniform(5, 2_000), 2),
            "currency": rng.choice(("EUR", "CNY", "USD")),
            "created_at": f"{day(rng)}T{_time(rng)}Z",
            "note": rng.choice((None, "加急", "leave at the door", "")),
        }
        for _ in range(rng.randint(1, 4))
    ]
    indent = rng.choice((2, 2, 4, None))
    return json.dumps({"data": rows, "next": None}, ensure_ascii=False, indent=indent)


def table(rng: Random) -> str:
    """Return a Markdown table in English."""
    head = "| City | Orders | Revenue (EUR) | Change | Status |\n|---|---:|---:|---:|---|"
    return "\n".join([head, *(_row(rng, CITIES, _STATUS) for _ in range(rng.randint(4, 9)))])


def table_zh(rng: Random) -> str:
    """Return a Markdown table in Chinese."""
    head = "| 城市 | 订单数 | 销售额（元） | 环比 | 状态 |\n| --- | ---: | ---: | ---: | --- |"
    return "\n".join([head, *(_row(rng, CITIES_ZH, _STATUS_ZH) for _ in range(rng.randint(4, 9)))])


def log(rng: Random) -> str:
    """Return lines of one service's log."""
    return "\n".join(_log_line(rng) for _ in range(rng.randint(5, 12)))


def csv(rng: Random) -> str:
    """Return rows of an export."""
    lines = ["id,day,region,quantity,unit_price,total"]
    for _ in range(rng.randint(6, 16)):
        row, city = rng.randrange(10**6), rng.choice(CITIES)
        quantity, price = rng.randint(1, 40), rng.uniform(0.5, 300)
        lines.append(f"{row},{day(rng)},{city},{quantity},{price:.2f},{quantity * price:.2f}")
    return "\n".join(lines)


def numbers(rng: Random) -> str:
    """Return bare figures: columns of measurements, phone numbers, account numbers."""
    shape = rng.choice(("{:.3f}", "{:,.0f}", "{:.0f}", "{:.2e}"))
    rows = (
        rng.choice(("\t", "  ", "; ")).join(
            shape.format(rng.uniform(0, 10 ** rng.randint(1, 7))) for _ in range(rng.randint(3, 6))
        )
        for _ in range(rng.randint(4, 9))
    )
    return "\n".join(rows)


def urls(rng: Random) -> str:
    """Return addresses with what people say around them."""
    return "\n".join(_url(rng) for _ in range(rng.randint(3, 6)))


MADE: Mapping[str, Callable[[Random], str]] = {
    "JSON": records,
    "table": table,
    "table zh": table_zh,
    "log": log,
    "CSV": csv,
    "numbers": numbers,
    "URLs": urls,
}


def corpus(each: int) -> dict[str, list[str]]:
    """Return texts of every kind: all written ones and ``each`` of those put together."""
    rng = Random(20)  # noqa: S311 - the same dice every time
    kinds = {kind: list(written(kind)) for kind in WRITTEN}
    return kinds | {kind: [make(rng) for _ in range(each)] for kind, make in MADE.items()}


def day(rng: Random) -> str:
    """Return a day of 2025."""
    return f"2025-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _time(rng: Random) -> str:
    return f"{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}"


def _row(rng: Random, cities: tuple[str, ...], status: tuple[str, ...]) -> str:
    city, state = rng.choice(cities), rng.choice(status)
    orders, revenue = rng.randrange(20, 4_000), rng.uniform(1_000, 900_000)
    return f"| {city} | {orders:,} | {revenue:,.2f} | {rng.uniform(-30, 40):+.1f}% | {state} |"


def _log_line(rng: Random) -> str:
    at = f"{day(rng)} {_time(rng)},{rng.randrange(1_000):03}"
    table, some, many = rng.choice(TABLES), rng.randint(1, 9), rng.randrange(9_000)
    address = f"10.0.{rng.randrange(256)}.{rng.randrange(256)}"
    what = (
        f"INFO  [http-{some}] GET /api/v2/{table}?page={rng.randint(1, 90)} 200 {many}ms",
        f"WARN  [pool] waited {many}ms for a connection (active={rng.randint(5, 20)}, idle=0)",
        f"ERROR [worker-{some}] job {rng.getrandbits(48):012x} failed: timeout after {some}0s",
        f"DEBUG [cache] evicted {many} keys prefix=session:{some}",
        f"INFO  [sync] {table}: {many} rows in {rng.uniform(0, 60):.2f}s from {address}",
    )
    return f"{at} {rng.choice(what)}"


def _url(rng: Random) -> str:
    host = rng.choice(
        ("docs.example.com", "shop.example.org", "gitlab.example.net", "zh.wiki.example")
    )
    path = "/".join(rng.sample((*TABLES, "api", "v2", "guide", "latest", "merge_requests"), 3))
    query = rng.choice(
        (
            "",
            f"?page={rng.randint(1, 40)}&sort=-{rng.choice(FIELDS)}",
            f"?utm_source=newsletter&utm_id={rng.getrandbits(32):08x}",
            f"#section-{rng.randint(1, 12)}",
            "?q=%E8%AE%A2%E5%8D%95&lang=zh-CN",
        )
    )
    said = rng.choice(("", "see ", "参考 ", "- ", "the page moved to "))
    return f"{said}https://{host}/{path}/{rng.randrange(10_000)}{query}"
