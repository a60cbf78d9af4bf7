import type { SessionUser } from '../access/auth/session-state.ts'

/** Data that booking and publishing require (`profile_incomplete`, `email_unconfirmed`). */
type MissingContact = 'name' | 'phone' | 'email'

/** Lists the data that this person must give first, in the order of the form. */
export function missingContact({
  email_confirmed,
  phone_proof,
  profile,
}: SessionUser): MissingContact[] {
  const missing: MissingContact[] = []
  if (!profile.first_name || profile.name_guessed) missing.push('name')
  if (!profile.phone_number || phone_proof === 'needed') missing.push('phone')
  if (!email_confirmed) missing.push('email')
  return missing
}
