import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { del, get, post } from './route.ts'

/** Higher than anybody needs; it keeps the list on one page. */
export const BLOCKS_MAX = 200

export const BlockedPerson = z.object({
  userId: Id,
  name: z.string(),
  photoUrl: z.string().nullable(),
  since: Instant,
})
export type BlockedPerson = z.infer<typeof BlockedPerson>

export const blocks = {
  list: get('/blocks', {
    auth: 'live',
    summary: 'List the people one blocked',
    description:
      'Returns the people whom the signed-in person blocked, the latest first. It never says ' +
      'who blocked them.',
    ok: z.object({ people: z.array(BlockedPerson) }),
  }),
  add: post('/blocks', {
    auth: 'live',
    summary: 'Block a person',
    description:
      'From now on neither finds trips of the other, books with the other or writes to the ' +
      'other, nor sees the telephone number of the other. Bookings they already have stay. ' +
      'Nobody is told. Repeating it changes nothing.',
    body: z.strictObject({ userId: Id }),
    /** Unfinished bookings between the two people: they stay, and each can be cancelled. */
    ok: z.object({ openBookings: z.int() }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['person_not_found', 'block_self', 'block_limit'],
  }),
  remove: del('/blocks/:userId', {
    auth: 'live',
    summary: 'Unblock a person',
    description: 'Ends a block of the signed-in person. Repeating it changes nothing.',
    ok: z.object({}),
  }),
}
