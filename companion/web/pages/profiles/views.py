"""The people of this phone: profiles, names and groups."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import SelectChoice

from companion.records.people.colours import colours_again
from companion.records.people.known_people import call_group, call_them, take_apart
from companion.records.people.lists import has_archived
from companion.web.game.phones import known_device, opened_links, this_device
from companion.web.game.positions import remember_colours
from companion.web.pages.profiles.forms import (
    GroupForm,
    Here,
    PersonForm,
    SameForm,
    SeasonForm,
    people_here,
    way_of,
)
from companion.web.pages.profiles.view import WAYS, Group, PersonView, strangers_of

blueprint = Blueprint("profiles", __name__, url_prefix="/persons")
_UNPROCESSABLE = 422


@blueprint.get("")
def page() -> str:
    """All people of recent games on this phone, and their groups."""
    here, device = people_here(), known_device() or ""
    return render_template(
        "profiles/persons.html",
        people=here.people,
        groups=here.groups,
        more=here.evenings.more,
        has_put_away=not here.people and has_archived(device, opened_links(), over=True),
    )


@blueprint.get("/one")
def person() -> str:
    """A person by `name`, over recent games."""
    here = people_here()
    return render_template("profiles/person.html", view=_person(here), more=here.evenings.more)


@blueprint.get("/one/change")
def change() -> str:
    """Change the name, colour or identity of a person."""
    here = people_here()
    view = _person(here)
    return _change(here, view, _form_of(view))


@blueprint.post("/one/change")
def call() -> ResponseReturnValue:
    """Set the name and colour of a person on this phone."""
    here = people_here()
    view, form = _person(here), PersonForm()
    if not form.validate() or form.refuse_namesake(view.who, here):
        return _change(here, view, form), _UNPROCESSABLE
    call_them(this_device(), here.names_of(view), form.name.text, int(form.colour.data or 0))
    flash(gettext("Saved on this phone. The games themselves do not change."))
    return redirect(url_for(".person", name=form.name.text), 303)


@blueprint.post("/one/same")
def same() -> ResponseReturnValue:
    """Merge two persons on this phone."""
    here = people_here()
    view = _person(here)
    form = _same_form(here, view)
    if not form.validate():
        return _change(here, view, _form_of(view), form), _UNPROCESSABLE
    other = next(one for one in here.people if one.who == form.other.data)
    call_them(this_device(), here.names_of(view), other.name, other.colour)
    flash(
        gettext(
            "They are now one person on this phone. You can separate them again under “Change”."
        )
    )
    return redirect(url_for(".person", name=other.who), 303)


@blueprint.post("/one/apart")
def apart() -> ResponseReturnValue:
    """Split one name off a person."""
    view, name = _person(people_here()), request.form.get("apart", "")
    if name not in {one.name for one in view.names if one.can_be_taken}:
        abort(404)
    take_apart(this_device(), name)
    flash(gettext("The two names are two people again."))
    return redirect(url_for(".person", name=name), 303)


@blueprint.get("/group")
def group() -> ResponseReturnValue:
    """The table of a group: `who`, `since` and `until` which day, ranked `by`."""
    form = SeasonForm.of(request.args)
    days = form.days()
    ever = people_here()
    here = ever.between(days) if days else ever
    people = ever.group(request.args.getlist("who")) or _group(here)
    view = here.season(people, way_of(request.args.get("by")))
    asked = {"since": form.since.data, "until": form.until.data}
    form.fill_in(view.first, view.last)
    had = {row.player.who: row.player.colour for row in view.ranks}
    remember_colours(colours_again([*had], had))  # the lines of a race have distinct colours
    page = render_template(
        "profiles/season.html",
        view=view,
        form=form,
        ways=WAYS,
        asked={**_address(people), **asked},
        more=here.evenings.more,
    )
    return page, 200 if days else _UNPROCESSABLE


@blueprint.route("/group/name", methods=["GET", "POST"])
def name_group() -> ResponseReturnValue:
    """Name the group of these people."""
    people = _group(people_here())
    if request.method == "GET":
        return _name_page(people, GroupForm(formdata=None, data={"called": people.called}))
    form = GroupForm()
    if not form.validate():
        return _name_page(people, form), _UNPROCESSABLE
    call_group(this_device(), [one.sat_as for one in people.people], form.called.text)
    return redirect(url_for(".group", **_address(people)), 303)


def _person(here: Here) -> PersonView:
    """The person in the address."""
    view = here.person(request.args.get("name", ""))
    if view is None:
        abort(404)
    return view


def _group(here: Here) -> Group:
    """The group in the address."""
    people = here.group(request.args.getlist("who"))
    if people is None:
        abort(404)
    return people


def _address(people: Group) -> dict[str, Any]:
    return {"who": [one.who for one in people.people]}


def _form_of(view: PersonView) -> PersonForm:
    """The form with the current name and colour."""
    data = {"name": view.name, "colour": str(view.colour)}
    return PersonForm(formdata=None, data=data)


def _same_form(here: Here, view: PersonView, *, sent: bool = True) -> SameForm:
    form = SameForm() if sent else SameForm(formdata=None)
    strangers = strangers_of(view.who, here.games)
    form.other.choices = [SelectChoice(one.who, one.name) for one in strangers]
    return form


def _change(
    here: Here, view: PersonView, form: PersonForm, same_form: SameForm | None = None
) -> str:
    return render_template(
        "profiles/change.html",
        view=view,
        form=form,
        same=same_form or _same_form(here, view, sent=False),
    )


def _name_page(people: Group, form: GroupForm) -> str:
    return render_template(
        "profiles/name_group.html", group=people, form=form, asked=_address(people)
    )
