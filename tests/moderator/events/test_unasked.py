"""People whom nobody has asked: a director can't mail them, or have them mailed, without end."""

from __future__ import annotations

from moderator.commands.td.tell import MOST_A_DAY
from moderator.hearing.directing import may_name
from moderator.hearing.submission import Submission
from moderator.table.seating import MOST_INVITATIONS, MOST_INVITED
from tests.moderator.events.conftest import BOSS, Club

AT_ONCE = 20


def entering(numbers: range) -> str:
    return "\n".join(f"td enter cup Guest {n}: guest{n}@elsewhere.example" for n in numbers)


def test_a_director_enters_so_many_people_within_a_day(club: Club) -> None:
    """Three hundred an hour were mailed, and each of them whatever the director wrote to everybody."""
    club.announce("places 500", bots=0)
    for begun in range(0, MOST_INVITATIONS, AT_ONCE):
        assert club.write(entering(range(begun, begun + AT_ONCE))).word == "ACCEPTED"
    refused = club.write(entering(range(MOST_INVITATIONS, MOST_INVITATIONS + 1)))
    assert f"You have invited {MOST_INVITATIONS} people within a day; go on tomorrow." in refused.said
    assert "You have invited" in club.write("td deputy cup vice@elsewhere.example").said
    assert club.write("td enter cup bot Boris").word == "ACCEPTED"
    club.house.pass_time(days=1, minutes=1)
    assert club.write(entering(range(MOST_INVITATIONS, MOST_INVITATIONS + 1))).word == "ACCEPTED"


def test_one_address_is_named_so_often_within_a_day(club: Club) -> None:
    club.announce("places 500", bots=0)
    spellings = [f"td enter cup Anna {n}: anna+{n}@elsewhere.example" for n in range(MOST_INVITED + 1)]
    # Of one person, whatever they are called, there is one entry: it is the mails that count.
    for line in spellings[:MOST_INVITED]:
        with club.house.office.desk() as desk:
            boss = desk.person_at(BOSS)
            may_name(Submission(desk, None, boss, BOSS), line.rpartition(" ")[2])
    assert f"was invited {MOST_INVITED} times within a day; go on tomorrow." in club.write(spellings[-1]).said


def test_a_director_writes_to_everybody_so_often_within_a_day(club: Club) -> None:
    club.announce(people=("Anna",), bots=1)
    news = "\n".join(f'td tell cup "news {number}"' for number in range(MOST_A_DAY))
    assert club.write(news).word == "ACCEPTED"
    refused = club.write('td tell cup "more news"')
    assert f"You have written to everybody {MOST_A_DAY} times within a day; go on tomorrow." in refused.said
    assert len([one for one in club.house.outbox() if one.recipient == "anna@example.org"]) == MOST_A_DAY
    club.house.pass_time(days=1, minutes=1)
    assert club.write('td tell cup "at last"').word == "ACCEPTED"
