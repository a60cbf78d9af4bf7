import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * About 49,000 passwords of published leaks, the commonest first; the list is part of the package
 * and read once. Lower case.
 */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether the password is in the list of common ones, ignoring case. */
export function isCommon(password: string): boolean {
  return common.has(password.toLowerCase())
}
