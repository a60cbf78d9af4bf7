import { emailKey } from '#contract/email-address.ts'
import { blindIndex, sameHex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'

type Keys = Pick<Deps, 'secrets'>

/** Hexadecimal digits of a token (96 bits), because mail servers change the case of addresses. */
const TOKEN_LENGTH = 24

function tokenOf({ secrets }: Keys, address: string): string {
  const key = blindIndex(secrets.indexKey, 'notifications.bounce')
  return blindIndex(key, emailKey(address)).toString('hex').slice(0, TOKEN_LENGTH)
}

/**
 * Returns the return address for undeliverable mail to this address (VERP). The token proves that a
 * report answers our mail, so nobody else can have an address suppressed.
 */
export function bounceAddressFor(deps: Keys, mailbox: string, address: string): string {
  const [local = '', domain = ''] = mailbox.split(/@(?=[^@]*$)/)
  return `${local}+${tokenOf(deps, address)}@${domain}`
}

/** Tells whether a report was sent to the return address of mail for this address. */
export function answersMailTo(deps: Keys, headers: string, address: string): boolean {
  const tokens = [...headers.matchAll(/\+([0-9a-f]{24})@/gi)].map(([, token = '']) => token)
  return tokens.some((token) => sameHex(token, tokenOf(deps, address)))
}
