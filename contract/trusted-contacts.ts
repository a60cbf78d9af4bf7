import { z } from 'zod'
import { Instant, inputText, text } from './common.ts'
import { PersonName } from './names.ts'
import { route } from './route.ts'

/** The contact of the signed-in person. */
export const TrustedContact = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** `invited`: asked, and not told anything until they agree. */
  status: z.enum(['invited', 'agreed']),
  /** Told when the person gets on and arrives. */
  tells: z.boolean(),
  invitedAt: Instant,
})
export type TrustedContact = z.infer<typeof TrustedContact>

const answer = z.object({ contact: TrustedContact.nullable() })
const token = inputText().max(100)

export const trustedContacts = {
  show: route({
    method: 'GET',
    path: '/me/trusted-contact',
    auth: 'live',
    summary: 'Mi contacto de confianza',
    description: 'The trusted contact of the signed-in person; null without one.',
    ok: answer,
    errors: [],
  }),
  save: route({
    method: 'PUT',
    path: '/me/trusted-contact',
    auth: 'live',
    summary: 'Nombrar o cambiar mi contacto de confianza',
    description:
      'Names the person who hears how the signed-in person travels. They get one message that ' +
      'says who named them and how to refuse; nothing else is sent before they agree. Another ' +
      'telephone or address is asked again; who refused once is not.',
    body: z.strictObject({
      name: PersonName,
      phone: text(30).nullable().default(null),
      email: z.email().max(254).nullable().default(null),
      tells: z.boolean().default(true),
    }),
    ok: answer,
    errors: [
      'trusted_contact_needed',
      'trusted_contact_self',
      'trusted_contact_refused',
      'trusted_contact_unreachable',
      'email_unconfirmed',
      'rate_limited',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/me/trusted-contact',
    auth: 'live',
    summary: 'Quitar mi contacto de confianza',
    description: 'Forgets the contact, who hears nothing more. Safe to repeat.',
    ok: answer,
    whenExpelled: true,
    errors: [],
  }),
  read: route({
    method: 'POST',
    path: '/trusted-contact/read',
    auth: 'public',
    summary: 'Quién me nombró su contacto de confianza',
    description:
      'For whoever has the signed link of an invitation: the first name of who sent it, and ' +
      'whether they agreed. A wrong or withdrawn link answers the same.',
    body: z.strictObject({ token }),
    ok: z.object({ by: z.string(), status: z.enum(['invited', 'agreed']) }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid', 'rate_limited'],
  }),
  answer: route({
    method: 'POST',
    path: '/trusted-contact/answer',
    auth: 'public',
    summary: 'Aceptar o rechazar ser contacto de confianza',
    description:
      'Agrees, or refuses, also after having agreed. Refusing is final between these two: they ' +
      'are never asked again. The person who named them is told. Safe to repeat.',
    body: z.strictObject({ token, agrees: z.boolean() }),
    ok: z.object({ status: z.enum(['agreed', 'refused']) }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid', 'rate_limited'],
  }),
}
