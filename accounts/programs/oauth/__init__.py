"""OAuth 2 for third-party apps: authorization code with PKCE (S256), refresh, revocation.

The protocol is oauthlib's; what is stored is ours. An app's access token is an `ApiToken` like any
other: the same scopes, both doors, revoked on the same page.
"""
