"""The agents that come with the product, in the order in which people see them."""

from agents.bank.account_balance import account_balance
from agents.bank.authenticate import authenticate
from agents.bank.transfer_money import transfer_money
from agents.concierge.agent import concierge
from agents.employees.agent import employees
from agents.extractor.agent import extractor
from agents.general.agent import general
from agents.insurance.decline_letter import decline_letter_assistance
from agents.insurance.smart_strategy import smart_strategy
from agents.it_support.agent import it_support
from agents.kit import Agent
from agents.legal.agent import legal
from agents.marketing.agent import marketing
from agents.meetings.agent import debate, drafting_circle, incident_review
from agents.people.agent import people
from agents.people.onboarding import onboard
from agents.procurement.agent import procurement
from agents.product.agent import product
from agents.stocks.agent import stock_lookup
from agents.web_reader.agent import web_reader

AGENTS: tuple[Agent, ...] = (
    concierge,
    stock_lookup,
    authenticate,
    account_balance,
    transfer_money,
    decline_letter_assistance,
    smart_strategy,
    people,
    onboard,
    employees,
    it_support,
    procurement,
    marketing,
    legal,
    product,
    web_reader,
    extractor,
    general,
    debate,
    drafting_circle,
    incident_review,
)
