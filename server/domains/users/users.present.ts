import type { User } from '#contract/auth.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openIdentification } from './identification.ts'
import { fullName } from './person.ts'
import type { UserRow } from './users.queries.ts'

/** A person as shown to themselves only: with the national id in clear. */
export function presentOwnUser(deps: Pick<Deps, 'secrets'>, user: UserRow): User {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    first_name: user.first_name,
    roles: [...user.roles],
    profile: {
      full_name: fullName(user),
      first_name: user.first_name,
      last_name: user.last_name,
      status: user.roles.includes('driver') ? 'Conductor' : 'Pasajero',
      verification: user.identity_verified_at !== null,
      identification_type: user.identification_type,
      identification_number: openIdentification(deps.secrets, user),
      phone_number: user.phone_number,
    },
  }
}
