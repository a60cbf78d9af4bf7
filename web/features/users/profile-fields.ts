import type { RegisterOptions } from 'react-hook-form'
import type { User } from '#contract/auth.ts'
import type { DocumentType } from '#contract/document-number.ts'
import { nationalPhone, phoneProblem, wholePhone } from '#web/shared/users/phone-number.ts'
import { personRules } from '#web/shared/users/profile-rules.ts'

/** Values of the profile form; an empty text means "no value". */
export type ProfileFields = {
  first_name: string
  last_name: string
  username: string
  /** Ten national digits, spaces allowed; another country with its +. */
  phone_number: string
  identification_type: DocumentType
  identification_number: string
}

export function profileFields({ username, profile }: User): ProfileFields {
  return {
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    username: username ?? '',
    phone_number: nationalPhone(profile.phone_number ?? ''),
    identification_type: profile.identification_type ?? 'CC',
    identification_number: '',
  }
}

/** Where codes can be sent, the number has a card of its own and is no field of the form. */
export function hasPhoneCard({ phone_proof }: Pick<User, 'phone_proof'>): boolean {
  return phone_proof === 'proved' || phone_proof === 'needed'
}

/** What the account lacks, as words; a photo is asked of drivers only. */
export function missingData({ roles, profile }: Pick<User, 'roles' | 'profile'>): string[] {
  const lacks: [unknown, string][] = [
    [profile.full_name, 'nombre'],
    [profile.phone_number, 'celular'],
    [profile.identification_number, 'documento'],
    [profile.photo_url || !roles.includes('driver'), 'foto'],
  ]
  return lacks.flatMap(([has, word]) => (has ? [] : [word]))
}

export type ProfileChange = {
  first_name?: string
  last_name?: string
  username?: string | null
  phone_number?: string | null
  identification_type?: ProfileFields['identification_type']
  identification_number?: string
  restart_verification?: true
}

/** Only changed fields: approved data, or data given once, must not be sent again. */
export function profileChange(user: User, fields: ProfileFields): ProfileChange {
  const before = profileFields(user)
  const change: ProfileChange = {}
  for (const name of ['first_name', 'last_name'] as const) {
    const text = fields[name].trim()
    if (text !== '' && text !== before[name]) change[name] = text
  }
  const username = fields.username.trim()
  if (username !== before.username) change.username = username || null
  const phone = wholePhone(fields.phone_number)
  if (phone !== (user.profile.phone_number ?? '')) change.phone_number = phone || null
  const number = fields.identification_number.trim()
  if (number !== '') {
    change.identification_type = fields.identification_type
    change.identification_number = number
    // The form warns beside the field that the verification restarts.
    if (user.profile.verification) change.restart_verification = true
  }
  return change
}

type Rules = { [K in keyof ProfileFields]?: RegisterOptions<ProfileFields, K> }

/** Limits of the contract, checked before sending. */
export const profileRules = {
  ...personRules,
  phone_number: { validate: (text: string) => phoneProblem(text) ?? true },
} satisfies Rules
