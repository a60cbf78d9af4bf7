/** Sends what one person presses in this tab only with their own token. */
import { claimsOf } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { tokenChecks } from '#web/lib/token-store.ts'

let actor: string | null = null

/** Says whose session this tab shows; null: nobody's, or the server has not said it yet. */
export function actAs(userId: string | null): void {
  actor = userId
}

// Another tab can have signed somebody else in. This one reads the token of the browser at each
// call, also before it has read whose that is. Nothing is decided about the call: outboxes keep it.
tokenChecks.add((token) => {
  const { sub } = claimsOf(token)
  if (actor === null || sub === undefined || sub === actor) return
  const message = 'En otra pestaña entró otra persona: recarga esta página.'
  throw new ApiError({ status: 401, code: 'unauthenticated', message })
})
