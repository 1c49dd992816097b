"""Django's models, forms, fixtures and admin on SQLite, with every way to store ids."""

import datetime
import json
import uuid

import django
import pytest
from conftest import maker, stores
from django.apps import AppConfig
from django.conf import settings

import sortid

class Shop(AppConfig):
    name = __name__
    label = "shop"
    path = "."


settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes", "django.contrib.messages",
                    "django.contrib.sessions", f"{__name__}.Shop"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
                "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": [
        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages"]}}],
    ROOT_URLCONF=__name__, SECRET_KEY="of a test", ALLOWED_HOSTS=["testserver"], USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.admin.models import LogEntry  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core import management, serializers  # noqa: E402
from django.core.exceptions import ValidationError  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.db.migrations.writer import MigrationWriter  # noqa: E402
from django.forms import modelform_factory  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.urls import path, reverse  # noqa: E402

from sortid.django import IdField  # noqa: E402


DAY = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)


def of_a_day(kind, prefix):
    """The filter of an admin's list that a project writes for a range of ids."""
    class Filter(admin.SimpleListFilter):
        title = parameter_name = "day"

        def lookups(self, request, of):
            return [("2026-03-01", "the first of March")]

        def queryset(self, request, rows):
            return rows if self.value() is None else rows.filter(id__range=kind.between(DAY, DAY + datetime.timedelta(days=1), **prefix))

    return Filter


class Store:
    """A way to store ids, and its models: a row with its own id and another optional one that is unique; lines stand below rows."""

    def __init__(self, kind, storage, options):
        self.kind, self.storage = kind, storage
        self.prefix = {"prefix": "user"} if kind.MAX_PREFIX else {}
        self.name = f"{kind.__name__}{storage}{len(options)}"
        self.Row = self.model("Row", id=IdField(kind, storage, primary_key=True, **options), name=models.CharField(max_length=20),
                              other=IdField(kind, storage, null=True, blank=True, unique=True, **options))
        self.Line = self.model("Line", row=models.ForeignKey(self.Row, on_delete=models.CASCADE, related_name="lines"))
        filters = [of_a_day(kind, self.prefix)] if hasattr(kind, "between") else []
        admin.site.register(self.Row, search_fields=["id", "=other", "other__exact", "name"], list_display=["id", "other", "name"], ordering=["-id"],
                            list_filter=[*filters, ("other", admin.EmptyFieldListFilter), "other"],
                            inlines=[type("Lines", (admin.TabularInline,), {"model": self.Line})])
        admin.site.register(self.Line, autocomplete_fields=["row"], list_filter=["row"], list_display=["row"])

    def model(self, of, **fields):
        meta = type("Meta", (), {"app_label": "shop"})
        return type(of + self.name, (models.Model,), {"__module__": __name__, "Meta": meta, **fields})

    def new(self):
        if not hasattr(self.kind, "new"):
            return self.kind(uuid.uuid4())
        return maker(self.kind)(**self.prefix)

    def some(self, count):
        return sorted({self.new() for _ in range(count)})


STORES = [Store(*of) for of in stores()]
admin.site.enable_nav_sidebar = False
setup_test_environment()  # answers then have the contexts of their templates
urlpatterns = [path("admin/", admin.site.urls)]


@pytest.fixture(scope="session", autouse=True)
def tables():
    management.call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        for store in STORES:
            editor.create_model(store.Row)
            editor.create_model(store.Line)


def emptied(request):
    yield request.param
    request.param.Row.objects.all().delete()


# The admin asks nothing of a format, so it runs with a few that have every storage.
OF_ADMIN = [store for store in STORES if store.kind in (sortid.ULID, sortid.UUID, sortid.TypeID, sortid.UlidFlake)]
store = pytest.fixture(params=STORES, ids=lambda store: store.name, name="store")(emptied)
admin_store = pytest.fixture(params=OF_ADMIN, ids=lambda store: store.name, name="admin_store")(emptied)


def test_models(store):
    Row, Line, ids = store.Row, store.Line, store.some(20)
    Row.objects.bulk_create(Row(id=id_) for id_ in reversed(ids))
    assert [row.id for row in Row.objects.order_by("id")] == ids and type(Row.objects.first().id) is store.kind
    for wanted in [ids[0], str(ids[0])]:  # a text is read
        assert Row.objects.get(id=wanted).id == ids[0]
    assert Row.objects.filter(id__in=ids, id__gte=ids[0], other__isnull=True).count() == len(ids)
    Line.objects.create(row_id=ids[0])
    assert Line.objects.select_related("row").get(row=ids[0]).row.id == ids[0]
    for wrong in ["no id", 1.5]:
        with pytest.raises((TypeError, sortid.IdError)):
            Row.objects.get(id=wrong)
        with pytest.raises(ValidationError):
            Row(id=wrong).clean_fields()
    field = Row._meta.get_field("id")
    assert field.value_to_string(Row(id=ids[0])) == str(ids[0]) and field.formfield().clean(str(ids[0])) == ids[0]
    written, imports = MigrationWriter.serialize(field)
    names = {}
    exec("\n".join(imports) + f"\nfield = {written}", names)
    assert names["field"].deconstruct()[1:] == field.deconstruct()[1:]


def test_fields_that_cannot_be():
    for wrong in (b"ulid", str, sortid.Id, None):
        with pytest.raises(TypeError, match="a class of ids or a format's name is expected, not "):
            IdField(wrong)
    assert IdField("ulid").deconstruct()[2] == [sortid.ULID, "text"]


def test_an_id_that_is_not_given_is_none(store):
    assert store.Row().id is store.Row().other is None
    id_, other = store.new(), store.new()
    form = modelform_factory(store.Row, fields=["id", "name", "other"])
    for text, wanted in [("", None), ("  ", None), (str(other), other), (f" {other} ", other)]:
        filled = form({"id": str(id_), "name": "x", "other": text})
        assert filled.is_valid() and (filled.cleaned_data["id"], filled.cleaned_data["other"]) == (id_, wanted)
        assert store.Row.objects.get(id=filled.save().pk).other == wanted
        again = form({"id": str(id_), "name": "x", "other": text}, instance=store.Row.objects.get(id=id_))
        assert not again.has_changed() and again.is_valid()
        store.Row.objects.all().delete()
    for wrong in ["no", str(other)[:-1]]:
        filled = form({"id": str(id_), "name": "x", "other": wrong})
        assert not filled.is_valid() and "other" in filled.errors
    assert "required" in str(form({"id": "", "name": "x"}).errors["id"])


@pytest.mark.parametrize("how", ["json", "xml", "jsonl", "python"])
def test_fixtures(store, how):
    ids = store.some(3)
    rows = [store.Row(id=ids[0], name="a", other=None), store.Row(id=ids[1], name="b", other=ids[1])]
    store.Row.objects.bulk_create(rows)
    written = serializers.serialize(how, rows)
    store.Row.objects.all().delete()
    for read in serializers.deserialize(how, written):
        read.save()
    assert list(store.Row.objects.order_by("name").values_list("id", "other")) == [(row.id, row.other) for row in rows]


@pytest.fixture(scope="module")
def client(tables):
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def url(model, what, *arguments):
    return reverse(f"admin:shop_{model._meta.model_name}_{what}", args=arguments)


NO_LINES = {"lines-TOTAL_FORMS": "0", "lines-INITIAL_FORMS": "0"}


def test_the_admin_adds_and_changes(admin_store, client):
    Row, ids = admin_store.Row, admin_store.some(2)
    assert client.get(url(Row, "add")).status_code == 200
    line = {"lines-TOTAL_FORMS": "1", "lines-INITIAL_FORMS": "0", "lines-0-id": "", "lines-0-row": ""}
    for wrong in ["", "no", str(ids[0])[:-1]]:
        answer = client.post(url(Row, "add"), {"id": wrong, "name": "x", "other": "", **line})
        assert answer.status_code == 200 and answer.context["errors"] and not Row.objects.exists()
    assert client.post(url(Row, "add"), {"id": str(ids[0]), "name": "x", "other": "", **line}).status_code == 302
    row = Row.objects.get()
    assert (row.id, row.other) == (ids[0], None)

    page = url(Row, "change", row.pk)
    answer = client.get(page)
    assert str(ids[0]) in answer.content.decode()
    for text, other, changed in [("", None, []), (str(ids[1]), ids[1], ["other"]), (str(ids[1]), ids[1], []), ("", None, ["other"])]:
        answer = client.post(page, {"id": str(ids[0]), "name": "x", "other": text, **NO_LINES})
        assert answer.status_code == 302 and Row.objects.get().other == other
        log = LogEntry.objects.first()
        assert log.object_id == str(ids[0])
        assert [part["changed"]["fields"] for part in json.loads(log.change_message)] == ([["Other"]] if changed else [])
    assert client.get(url(Row, "history", row.pk)).status_code == 200
    # Two rows without the unique id are no clash, and two with the same one are.
    Row.objects.create(id=ids[1], name="y", other=ids[1])
    answer = client.post(page, {"id": str(ids[0]), "name": "x", "other": str(ids[1]), **NO_LINES})
    assert answer.status_code == 200 and "already exists" in answer.content.decode()
    for wrong in ["no", str(admin_store.kind.MIN)]:
        assert client.get(url(Row, "change", wrong), follow=True).redirect_chain  # there is none: back to the index
    assert client.post(url(Row, "delete", row.pk), {"post": "yes"}).status_code == 302 and not Row.objects.filter(id=row.pk).exists()


def listed(client, model, **query):
    answer = client.get(url(model, "changelist"), query)
    assert answer.status_code == 200, query
    return [row.pk for row in answer.context["cl"].result_list]


def test_the_admin_lists_and_searches(admin_store, client):
    ids = admin_store.some(3)
    if hasattr(admin_store.kind, "new_at"):
        ids = [admin_store.kind.new_at(DAY + datetime.timedelta(hours=hours), **admin_store.prefix) for hours in (-1, 0, 23)]
    Row = admin_store.Row
    Row.objects.bulk_create(Row(id=id_, name=f"n{i}", other=id_ if i else None) for i, id_ in enumerate(ids))
    assert listed(client, Row) == ids[::-1]
    for term in ["no id", "n0", "U", "é", "'", "%", "_", "0" * 200]:
        found = listed(client, Row, q=term)
        assert set(found) <= set(ids) and (term != "n0" or ids[0] in found)
    if admin_store.storage == "text":
        assert listed(client, Row, q=str(ids[-1])) == [ids[-1]]
    assert listed(client, Row, other__isempty="1") == ids[:1] and listed(client, Row, other__isempty="0") == ids[:0:-1]
    assert listed(client, Row, other=str(ids[-1])) == ids[-1:]
    assert client.get(url(Row, "changelist"), {"other": "no"}).status_code == 302  # to the same page with ?e=1
    if hasattr(admin_store.kind, "new_at"):
        assert listed(client, Row, day="2026-03-01") == ids[:0:-1]


def test_the_admin_completes_and_works_on_many(admin_store, client):
    Row, Line, ids = admin_store.Row, admin_store.Line, admin_store.some(3)
    Row.objects.bulk_create(Row(id=id_, name=f"ü{i}") for i, id_ in enumerate(ids))  # what no id has
    asked = {"app_label": "shop", "model_name": Line._meta.model_name, "field_name": "row"}
    for term, found in [("ü0", ids[:1]), ("", ids[::-1]), ("é", [])]:
        answer = client.get(reverse("admin:autocomplete"), {"term": term, **asked})
        assert [one["id"] for one in answer.json()["results"]] == [str(id_) for id_ in found]
    assert client.get(url(Line, "add")).status_code == 200
    assert client.post(url(Line, "add"), {"row": str(ids[0])}).status_code == 302
    assert not modelform_factory(Line, fields=["row"])({"row": "no"}).is_valid()
    line = Line.objects.get()
    assert line.row_id == ids[0] and str(ids[0]) in client.get(url(Line, "change", line.pk)).content.decode()
    assert listed(client, Line, row__id__exact=str(ids[0])) == [line.pk]
    # The line inside its row's page, and the bulk action with the page that asks first.
    inline = {"lines-TOTAL_FORMS": "2", "lines-INITIAL_FORMS": "1", "lines-0-id": str(line.pk), "lines-0-row": str(ids[0]),
              "lines-0-DELETE": "on", "lines-1-id": "", "lines-1-row": str(ids[0])}
    answer = client.post(url(Row, "change", ids[0]), {"id": str(ids[0]), "name": "n0", "other": "", **inline})
    assert answer.status_code == 302 and not Line.objects.exists()
    chosen = {"action": "delete_selected", "_selected_action": [str(id_) for id_ in ids[:2]]}
    assert str(ids[0]) in client.post(url(Row, "changelist"), chosen).content.decode()
    assert client.post(url(Row, "changelist"), {**chosen, "post": "yes"}).status_code == 302
    assert list(Row.objects.values_list("id", flat=True)) == ids[2:]
