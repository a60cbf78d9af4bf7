import type { ModuleData } from '#server/platform/module-data.ts'
import { isForPerson } from './support.queries.ts'
import { openAbout, openComment, openText } from './ticket-text.ts'

export const supportData = {
  tables: {
    support_attachments: {
      app: 'write',
      sealed: { sealed: 'support_attachments' },
      title: 'Fotos de tus casos en soporte',
      why: 'shows the team what happened',
      within: { column: 'ticket_id', table: 'support_tickets' },
      take: ['id', 'created_at'],
      leave: { 'encrypted, shown in the thread': ['sealed'], 'a key': ['ticket_id', 'message_id'] },
      erase: { delete: true },
      keep: { with: 'support_tickets' },
    },
    support_messages: {
      app: 'write',
      sealed: { body_sealed: 'support_messages.body_sealed' },
      title: 'Mensajes con soporte',
      why: 'the team answers what people ask',
      within: { column: 'ticket_id', table: 'support_tickets' },
      others: ['author_id', 'handed_to'],
      take: ['id', 'ticket_id', 'kind', 'created_at', 'body_sealed'],
      leave: { 'a step of the program': ['seq'] },
      open: ({ secrets }, { body_sealed, ...row }) => {
        // Notes belong to the team and can be about other people.
        const isNote = !isForPerson(String(row.kind))
        const message = { id: String(row.id), sealed: body_sealed as Buffer | null }
        return { ...row, text: isNote ? null : openText(secrets, message) }
      },
      erase: { clear: { body_sealed: null } },
      keep: { with: 'support_tickets' },
    },
    support_tickets: {
      app: 'write',
      sealed: {
        about_sealed: 'support_tickets.about_sealed',
        guest_sealed: 'support_tickets.guest_sealed',
        rating_sealed: 'support_tickets.rating_sealed',
      },
      title: 'Casos en soporte',
      why: 'the team answers what people ask, in time',
      of: ['user_id'],
      others: ['assigned_to'],
      take: [
        'id',
        'number',
        'kind',
        'about_kind',
        'about_id',
        'about_sealed',
        'status',
        'created_at',
        'first_answered_at',
        'resolved_at',
        'rating',
        'rating_sealed',
        'rated_at',
      ],
      leave: {
        'deadlines of the team': ['due_at', 'is_promised', 'overdue_at', 'last_at', 'reopened_at'],
        'of people without an account': ['guest_sealed', 'guest_index'],
        'a key': ['incident_id'],
      },
      open: ({ secrets }, { about_sealed, rating_sealed, ...row }) => {
        const id = String(row.id)
        return {
          ...row,
          about: openAbout(secrets, { id, aboutSealed: about_sealed as Buffer | null }),
          comment: openComment(secrets, { id, ratingSealed: rating_sealed as Buffer | null }),
        }
      },
      erase: { clear: { about_sealed: null, rating_sealed: null } },
      closing: 'a question can be answered by mail, or not at all',
      keep: { days: 1095, since: 'resolved_at' },
    },
  },
} satisfies ModuleData
