"""The calculator's page."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_it_opens(client: Client) -> None:
    for query in ("", "?h=123456789m23s55p4s", "?h=123456789m23s55p", "?h=1m", "?h=147m258p369s1234z", "?h=xx","?h=123m456p789s1199m%2B5z"):
        answer = client.get("/calc/" + query)
        assert answer.status_code == 200
        print(answer.content.decode()[2500:])
