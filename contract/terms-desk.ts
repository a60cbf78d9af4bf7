import { z } from 'zod'
import { CalendarDate } from './common.ts'
import { CONSENT_PURPOSES } from './consent-texts.ts'
import { route } from './route.ts'

const Version = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  version: CalendarDate,
  announcedOn: CalendarDate,
  title: z.string(),
  text: z.string(),
  changes: z.string().nullable(),
  /** `planned`: not announced yet. `announced`: people are told, it is not in force. */
  state: z.enum(['past', 'current', 'announced', 'planned']),
  /** People whose last answer about this purpose agrees to this version. */
  accepted: z.int(),
  /** People whose last answer withdrew it. */
  withdrawn: z.int(),
  /** People who were told that it comes. */
  told: z.int(),
})
export type TermsVersion = z.infer<typeof Version>

export const termsDesk = {
  list: route({
    method: 'GET',
    path: '/admin/terms',
    auth: { permission: 'settings.manage' },
    summary: 'Versiones de los términos y permisos, y cuántas personas las aceptaron',
    description:
      'Every version of every text, the newest first, with its announcement and how many people ' +
      'accepted it. Counted at most once a minute. Needs the permission `settings.manage`.',
    ok: z.object({ people: z.int(), versions: z.array(Version) }),
    errors: ['forbidden'],
  }),
}
