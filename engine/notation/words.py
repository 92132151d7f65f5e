"""The words of orders: verbs and what people say instead, words that mean nothing, and words for other ears."""

from __future__ import annotations

# Verb -> all it may be called. French and Korean players write their own verbs; everything else stays as printed.
_VERBS = {
    "bid": "bid auction enchérir enchéris enchère enchères miser mise offre 입찰 경매",
    "pass": "pass passes passe passer decline declines skip 패스 통과",
    "done": "done finish finished fini finir terminer terminé 완료 끝 종료",
    "sell": "sell sells vendre vends vend vente 판매 매도 팔기",
    "buy": "buy buys purchase acheter achète achat acquérir 구매 매수 사기",
    "start": "start starts par float found launch open démarrer lancer fonder ouvrir 설립 시작 창업",
    "private": "private privée privee 개인회사",
    "redeem": "redeem redeems rachat racheter 환매",
    "lay": "lay lays build tile upgrade upgrades improve poser pose améliorer construire 타일 건설 업그레이드",
    "token": "token tokens station stations marker place jeton gare placer 토큰 역",
    "run": "run runs route circuler rouler exploiter 운행",
    "pay": "pay pays payout dividend dividends payer paie paye verser dividende dividendes 배당 지급",
    "half": "half halve split demi moitié 반배당 절반",
    "withhold": "withhold withholds retain retains retenir conserver 유보",
    "train": "train trains 열차 기차",
    "discard": "discard discards défausser défausse jeter 폐기 버리기",
    "nationalise": "nationalise nationalize nationaliser 국유화",
    "keep": "keep keeps garder garde 유지 보유",
    "convert": "convert converts convertir 전환",
    "merge": "merge merges fusionner fusion 합병",
    "take": "take takes prendre prends 인수",
    "end": "end",
    "exchange": "exchange exchanges swap échanger échange 교환",
    "move": "move moves déplacer déplace 이동",
    "bankrupt": "bankrupt bankruptcy faillite 파산",
    "neutral": "neutral neutre 중립",
}

# What is said in several words, looked for before single verbs.
PHRASES = {
    ("no", "bid"): ("pass",),
    ("do", "nothing"): ("pass",),
    ("buy", "train"): ("train",),
    ("acheter", "train"): ("train",),
    ("buy", "private"): ("private",),
    ("acheter", "privee"): ("private",),
    ("keep", "stations"): ("keep", "stations"),
    ("keep", "station"): ("keep", "stations"),
    ("keep", "tokens"): ("keep", "stations"),
    ("place", "token"): ("token",),
    ("place", "station"): ("token",),
    ("place", "neutral", "token"): ("neutral",),
    ("place", "neutral", "station"): ("neutral",),
    ("neutral", "token"): ("neutral",),
    ("neutral", "station"): ("neutral",),
    ("place", "tile"): ("lay",),
    ("lay", "tile"): ("lay",),
    ("end", "turn"): ("done",),
    ("end", "of", "turn"): ("done",),
    ("end", "game"): ("end",),
    ("declare", "bankruptcy"): ("bankrupt",),
    ("go", "bankrupt"): ("bankrupt",),
    ("fin", "du", "tour"): ("done",),
    ("pay", "out"): ("pay",),
    ("pay", "full"): ("pay",),
    ("pay", "half"): ("half",),
    ("pay", "none"): ("withhold",),
    ("pay", "nothing"): ("withhold",),
    ("dividend", "full"): ("pay",),
    ("dividend", "half"): ("half",),
    ("dividend", "none"): ("withhold",),
    ("dividend", "withhold"): ("withhold",),
    ("no", "dividend"): ("withhold",),
    ("half", "pay"): ("half",),
    ("half", "dividend"): ("half",),
    ("no", "run"): ("run", "none"),
    ("take", "none"): ("take", "none"),
}

# Said for kindness or clearness; they change nothing.
FILLERS = frozenset(
    "please pls plz kindly thanks the a an i we my our us railway railways company companies corporation corp share "
    "shares certificate certificates cert certs le la les l un une s'il sil vous plait svp action actions compagnie "
    "rr ry 주세요 주식 장 주".split()
)

# Words between the things named, each with the one of ours it stands for.
_LINKS = {
    "on": "on sur",
    "in": "in dans en into",
    "at": "at @ a chez",
    "to": "to vers >",
    "for": "for pour costing price prix",
    "from": "from de du des depuis out",
    "of": "of",
    "with": "with avec",
    "and": "and et & + plus 그리고",
    "as": "as comme =",
    "trading": "trading trade exchanging exchange échange contre",
    "keeping": "keeping keep gardant",
    "facing": "facing rot rotation rotated rotate orientation face turned tourné orienté 방향",
    "city": "city ville cité 도시",
}

# Nouns that name a place shares and trains come from.
PLACES = {
    "pool": "pool",
    "market": "pool",
    "bankpool": "pool",
    "marche": "pool",
    "풀": "pool",
    "시장": "pool",
    "treasury": "treasury",
    "tresorerie": "treasury",
    "금고": "treasury",
    "ipo": "ipo",
    "offering": "ipo",
    "offer": "ipo",
    "initial": "ipo",
    "bank": "bank",
    "depot": "bank",
    "banque": "bank",
    "supply": "bank",
    "은행": "bank",
}

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5,
}  # fmt: skip

NOTHING = frozenset("none nothing no zero rien aucun aucune 없음".split())

# What the service answers or keeps, but the game does not play.
COMMANDS = frozenset(
    "status legal map market routes history since preview help zone hours away more reports language text press note "
    "undo vote resign substitute address new gm orders cancel standing willing if offer propose accept refuse withdraw "
    "proxy join rescind".split()
)

SIDES = {
    "s": 0, "south": 0, "sud": 0, "남": 0,
    "sw": 1, "southwest": 1, "south-west": 1, "so": 1,
    "nw": 2, "northwest": 2, "north-west": 2, "no": 2,
    "n": 3, "north": 3, "nord": 3, "북": 3,
    "ne": 4, "northeast": 4, "north-east": 4,
    "se": 5, "southeast": 5, "south-east": 5,
}  # fmt: skip


def _turned(table: dict[str, str]) -> dict[str, str]:
    from engine.notation.clean import key

    return {key(word): meaning for meaning, words in table.items() for word in words.split()}


VERBS = _turned(_VERBS)
LINKS = _turned(_LINKS)
EXAMPLES = tuple(_VERBS)
