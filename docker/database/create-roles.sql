-- Runs once, when the volume is empty: psql, as the superuser. The owner runs migrations, the other role is the platform's.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD

CREATE ROLE platform_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE platform_app LOGIN PASSWORD :'app_password';
CREATE DATABASE platform OWNER platform_owner;
-- Of two roles only. Imports use temporary tables.
REVOKE ALL ON DATABASE platform FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE platform TO platform_app;
