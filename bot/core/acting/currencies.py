"""Currencies by the words and symbols that people write for them."""

from agents.kit.money import Money

UNKNOWN = "?"  # no whole currency: one that nobody can tell, or a part of one
USUAL = Money().currency
SYMBOLS = "$¢£¤¥\u20a0-\u20cf"  # as the inside of a class of characters

_NAMES = {
    "USD": "$ us$ dollar dollars buck bucks",
    "EUR": "€ euro euros",
    "GBP": "£ pound pounds quid sterling",
    "CHF": "franc francs",
    "JPY": "yen",
    UNKNOWN: """
        cent cents penny pennies pence canadian australian yuan renminbi rmb rupee rupees peso
        pesos krona krone kroner kronor kr koruna crowns zloty zlotys ruble rubles rouble
        roubles rand reais lira liras shekel shekels baht dirham dirhams dinar dinars riyal
        riyals rupiah ringgit forint won bitcoin bitcoins btc ether eth
        """,
}
_CODES = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
    SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
    UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    """
_ALSO_WORDS = "all bam bob cop cup gel lak mad mop pen ron sos top try"
_BY_NAME = {name: code for code, names in _NAMES.items() for name in names.split()}
_BY_NAME |= {code.casefold(): code for code in _CODES.split()}
_IN_CAPITALS = frozenset(_ALSO_WORDS.split())


def currency_named(name: str) -> str:
    """Which currency a word or a symbol names; empty for a word that names none."""
    plain = name.casefold()
    if plain in _IN_CAPITALS and not name.isupper():
        return ""
    return _BY_NAME.get(plain) or ("" if name[-1].isalpha() else UNKNOWN)
