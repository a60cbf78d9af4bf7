import type { Configuration } from 'oidc-provider'
import type { DemoIdentity } from './demo-identities.ts'

/** What distinguishes Google's issuer: claims and their forms (its OpenID Connect reference). */
export function googleConfiguration(identities: DemoIdentity[]): Configuration {
  return {
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    async findAccount(_ctx, subject) {
      const found = identities.find((each) => each.subject === subject)
      if (!found) return undefined
      const claims = {
        sub: subject,
        email: found.email,
        email_verified: found.emailVerified,
        name: `${found.firstName} ${found.lastName}`,
        given_name: found.firstName,
        family_name: found.lastName,
      }
      return { accountId: subject, claims: async () => claims }
    },
  }
}
