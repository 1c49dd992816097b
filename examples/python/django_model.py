"""Ids in Django's models: quoted by docs/python.md."""

# [all]
import django
from django.conf import settings

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})  # in a project: settings.py
django.setup()

from django.db import connection, models  # noqa: E402

from sortid import ULID, TypeID  # noqa: E402
from sortid.django import IdField  # noqa: E402


class Sale(models.Model):
    id = IdField(ULID, "uuid", primary_key=True, default=ULID.new)
    user = IdField(TypeID, prefix="user")

    class Meta:
        app_label = "shop"


with connection.schema_editor() as editor:
    editor.create_model(Sale)
sale = Sale.objects.create(user="user_01h2xcejqtf2nbrexx3vqjhp41")
assert Sale.objects.get(id=str(sale.id)).user.prefix == "user"
# [/all]
