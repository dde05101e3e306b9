#!/usr/bin/env bash
# Django OAuth Toolkit: its revocation endpoint and its discovery document.
#
# Expected: a provider that can revoke tokens announces revocation_endpoint, so that a client built
# from discovery revokes refresh tokens at sign-out.
# Instead: /o/revoke_token/ answers, but openid-configuration does not name it. Clients that follow
# discovery leave refresh tokens alive. The other document of the same server, for plain OAuth
# (RFC 8414), does name it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check django==5.2.8 django-oauth-toolkit==3.4.1
cat > provider.py <<'PY'
from django.conf import settings
settings.configure(
    SECRET_KEY='only-for-this-script', ALLOWED_HOSTS=['*'], ROOT_URLCONF='provider', USE_TZ=True,
    INSTALLED_APPS=['django.contrib.auth', 'django.contrib.contenttypes', 'oauth2_provider'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    OAUTH2_PROVIDER={'OIDC_ENABLED': True, 'SCOPES': {'openid': 'Sign in'}},
)
import django
django.setup()
from django.urls import include, path
urlpatterns = [path('o/', include('oauth2_provider.urls'))]
PY
cat > show.py <<'PY'
import provider
from django.core.management import call_command
from django.test import Client
from oauth2_provider.models import Application
call_command('migrate', verbosity=0)
Application.objects.create(
    client_id='shop', client_secret='secret', client_type='confidential',
    authorization_grant_type='client-credentials',
)
web = Client()
client = {'client_id': 'shop', 'client_secret': 'secret'}
token = web.post('/o/token/', {'grant_type': 'client_credentials', **client}).json()['access_token']
revoked = web.post('/o/revoke_token/', {'token': token, **client}).status_code
openid = web.get('/o/.well-known/openid-configuration').json()
oauth = web.get('/o/.well-known/oauth-authorization-server').json()
print('Django OAuth Toolkit 3.4.1; revocation answers', revoked)
print('openid-configuration:', openid.get('revocation_endpoint'))
print('oauth-authorization-server:', oauth.get('revocation_endpoint'))
assert revoked == 200
assert 'revocation_endpoint' not in openid
assert oauth['revocation_endpoint'] == 'http://testserver/o/revoke_token/'
PY
python/bin/python show.py
