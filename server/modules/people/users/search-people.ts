import { DOCUMENT_TYPES, documentNumber } from '#contract/document-number.ts'
import { emailKey, isEmail } from '#contract/email-address.ts'
import { isStaff, ROLES } from '#contract/permissions.ts'
import { cleanName } from '#contract/person-names.ts'
import { phoneKey } from '#contract/phone-number.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { idIn } from '#server/platform/ids.ts'
import { openIdentification } from './identification.ts'
import { displayName, fullName, identificationKey } from './person.ts'
import { openPhone, phoneIndex } from './sealed-phone.ts'
import {
  listIdsByExact,
  listIdsByWords,
  listNewestIds,
  type PeopleFilter,
} from './search.queries.ts'
import { usernameKey } from './username.ts'
import { listUsersByIds, type UserRow } from './users.queries.ts'

const WORDS_MAX = 6

/** Finds people by exact data, username or id, else by beginnings of their names. Newest first. */
export async function searchPeople(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  { text, limit }: { text: string; limit: number },
): Promise<MaskedPerson[]> {
  const exact = await listIdsByExact(reader, { ...exactly(deps, text), limit })
  const words = wordsOf(text)
  const named = words === null ? [] : await listIdsByWords(reader, { words, limit })
  return maskAll(reader, deps, [...new Set([...exact, ...named])].slice(0, limit))
}

const TEAM_ROLES = ROLES.filter((role) => isStaff([role]))

/** Lists a page of people with masked data, newest first. */
export async function listNewestPeople(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  asked: Omit<PeopleFilter, 'teamRoles'>,
): Promise<MaskedPerson[]> {
  const ids = await listNewestIds(reader, { ...asked, teamRoles: TEAM_ROLES })
  return maskAll(reader, deps, ids)
}

/** Masked people in the order of the ids. */
async function maskAll(reader: Reader, deps: Pick<Deps, 'secrets'>, ids: readonly string[]) {
  const rows = new Map((await listUsersByIds(reader, [...ids])).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [maskPerson(deps, row)] : []
  })
}

/** Document number with up to three letters. Shorter numbers are those of tickets. */
const DOCUMENT = /^[A-Z]{0,3}\d{5,20}$/

/** The kind of contact datum or document that a text is as a whole; null for other texts. */
export function datumIn(text: string): 'email' | 'phone' | 'identification' | null {
  if (isEmail(text)) return 'email'
  if (phoneKey(text) !== null) return 'phone'
  return documentsIn(text).length > 0 ? 'identification' : null
}

/** The types whose number a text can be, with what people write around it. */
const documentsIn = (text: string) =>
  DOCUMENT_TYPES.filter((type) => DOCUMENT.test(documentNumber(type, text) ?? ''))

function exactly({ secrets }: Pick<Deps, 'secrets'>, text: string) {
  const phone = phoneKey(text)
  return {
    id: idIn(text),
    emailKey: text.includes('@') ? emailKey(text) : null,
    usernameKey: usernameKey(text.replace(/^@/, '')),
    phoneIndex: phone === null ? null : phoneIndex(secrets, phone),
    identifications: documentsIn(text).map((type) =>
      blindIndex(secrets.indexKey, identificationKey(type, text)),
    ),
  }
}

/** Letters that the index `users_words` has without their mark; it keeps the others as written. */
const FOLDED = /[áéíóúüñ]/g
const bare = (letter: string) => letter.normalize('NFD').charAt(0)

/** Builds the prefix query for the name index; null when the text has no words. */
function wordsOf(text: string): string | null {
  if (text.includes('@')) return null
  const plain = cleanName(text).toLowerCase().replace(FOLDED, bare)
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}’]*/gu)?.slice(0, WORDS_MAX) ?? []
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ')
}

/** A person as the team sees them, with masked contact data. */
export type MaskedPerson = ReturnType<typeof maskPerson>

function maskPerson(deps: Pick<Deps, 'secrets'>, row: UserRow) {
  const phone = openPhone(deps.secrets, row)
  const number = openIdentification(deps.secrets, row)
  return {
    id: row.id,
    name: displayName(row),
    fullName: fullName(row),
    username: row.username,
    email: row.email.replace(/^(.).*@/u, '$1•••@'),
    emailConfirmedAt: row.email_confirmed_at,
    phone: phone && `••• ••• ${phone.slice(-4)}`,
    phoneProvedAt: row.phone_proved_at,
    identification:
      number === null
        ? null
        : { type: row.identification_type ?? 'CC', masked: `•••• ${number.slice(-4)}` },
    verifiedAt: row.identity_verified_at,
    roles: row.roles,
    isTeam: isStaff(row.roles),
    createdAt: row.created_at,
  }
}

export async function findMaskedPerson(
  reader: Reader,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<MaskedPerson | undefined> {
  const [row] = await listUsersByIds(reader, [userId])
  return row && maskPerson(deps, row)
}
