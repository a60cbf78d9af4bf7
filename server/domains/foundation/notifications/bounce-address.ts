import { blindIndex, sameHex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { addressKey } from './mail-suppressions.ts'

type Keys = Pick<Deps, 'secrets'>

/** 96 bits, in hexadecimal: mail servers change capitals of an address. */
const TOKEN_LENGTH = 24

function tokenOf({ secrets }: Keys, address: string): string {
  const key = blindIndex(secrets.indexKey, 'notifications.bounce')
  return blindIndex(key, addressKey(address)).toString('hex').slice(0, TOKEN_LENGTH)
}

/**
 * Where a mail to this address is returned to when it cannot be delivered (VERP). The token shows
 * that a report answers a mail of ours: nobody else can have an address suppressed.
 */
export function bounceAddressFor(deps: Keys, mailbox: string, address: string): string {
  const [local = '', domain = ''] = mailbox.split(/@(?=[^@]*$)/)
  return `${local}+${tokenOf(deps, address)}@${domain}`
}

/** Whether one of the addresses that a report was sent to belongs to mail for this address. */
export function answersMailTo(deps: Keys, headers: string, address: string): boolean {
  const tokens = [...headers.matchAll(/\+([0-9a-f]{24})@/gi)].map(([, token = '']) => token)
  return tokens.some((token) => sameHex(token, tokenOf(deps, address)))
}
