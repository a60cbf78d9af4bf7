// Second factor of team members: over the API, and with a simulated device in the browser.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'

/** Returns the code that an authenticator app shows at an instant. */
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
 * Enrols an authenticator app for a person with a password; returns the recovery codes. `now`: time
 * of the server.
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

/** Proves the second factor of a page's session with a recovery code. */
export async function proveInPage(page: Page, url: string, recoveryCode: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  await post(url, String(token), '/second-factor/prove', { recoveryCode })
}

/**
 * Simulates a device with a fingerprint reader that always accepts (Chrome DevTools, "WebAuthn").
 */
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
