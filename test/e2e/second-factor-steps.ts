// The second step of people of the team: over the API, and a device for it in the browser.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'

/** The code that an authenticator app shows at an instant. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

async function post<T>(url: string, token: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/**
 * Enrols an app of codes for somebody with a password; answers the recovery codes. `now`: the
 * server's.
 */
export async function enrolStaff(
  url: string,
  person: { email: string; password: string },
  now: Date,
): Promise<string[]> {
  const { access_token: token } = await post<{ access_token: string }>(
    url,
    '',
    '/auth/login',
    person,
  )
  await post(url, token, '/auth/step-up', { password: person.password })
  const { secret } = await post<{ secret: string }>(url, token, '/second-factor/totp', {})
  const code = totpCode(secret, now)
  const confirm = '/second-factor/totp/confirm'
  return (await post<{ recoveryCodes: string[] }>(url, token, confirm, { code })).recoveryCodes
}

/** The session of a page proves its second factor by a recovery code. */
export async function proveInPage(page: Page, url: string, recoveryCode: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  await post(url, String(token), '/second-factor/prove', { recoveryCode })
}

/** A device with a fingerprint reader that always says yes (Chrome DevTools, "WebAuthn"). */
export async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
