-- Tables of other makers: who signs in, and how, is none of the worker's business.
REVOKE ALL ON mfa_authenticator FROM {worker};
GRANT SELECT, INSERT, UPDATE, DELETE ON mfa_authenticator TO {web};
REVOKE INSERT, UPDATE, DELETE ON
    account_emailaddress, account_emailconfirmation, django_admin_log, auth_group,
    auth_group_permissions, auth_permission, django_content_type
FROM {worker};
GRANT INSERT, UPDATE, DELETE ON
    account_emailaddress, account_emailconfirmation, django_admin_log, auth_group,
    auth_group_permissions, auth_permission, django_content_type
TO {web};
