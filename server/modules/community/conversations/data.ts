import { MESSAGES_KEPT_DAYS } from '#contract/conversation-limits.ts'
import type { ModuleData } from '#server/platform/module-data.ts'
import { listUnseen } from './groups.queries.ts'
import { bodyColumn } from './message-body.ts'

export const conversationsData = {
  tables: {
    conversation_messages: {
      app: 'write',
      sealed: { body_sealed: 'conversation_messages.body' },
      title: 'Mensajes',
      why: 'driver and passengers agree on their trip',
      within: { column: 'conversation_id', table: 'conversation_members', key: 'conversation_id' },
      others: ['sender_id'],
      take: [
        'id',
        'conversation_id',
        'kind',
        'created_at',
        'removed_at',
        'body_sealed',
        'has_contact',
      ],
      leave: { 'a step of the program': ['client_id', 'seq'] },
      open: ({ secrets }, { id, body_sealed, sender_id, has_contact, ...row }, userId) => {
        const mine = sender_id === userId
        // Messages of other people with contact data are left out: they are hidden until a booking
        // is confirmed.
        const shown = body_sealed && (mine || (!has_contact && !row.removed_at))
        const sealed = { id: String(id), sealed: body_sealed as Buffer }
        const body = shown ? bodyColumn.open(secrets, sealed) : null
        return { ...row, mine, from: { person: sender_id }, body }
      },
      hidden: ({ db }, userId) => listUnseen(db, userId),
      erase: { clear: { body_sealed: null }, by: ['sender_id'] },
      keep: { with: 'conversations' },
    },
    meeting_proposals: {
      app: 'write',
      title: 'Puntos de encuentro que propusiste',
      why: 'driver and passenger agree on where they meet',
      of: ['proposed_by'],
      take: ['booking_id', 'place_end', 'safe_point_id', 'answer', 'answered_at'],
      leave: { 'a step of the program': ['message_id', 'stop_seq'] },
      erase: { delete: true },
      keep: { with: 'conversations' },
    },
    conversation_members: {
      app: 'write',
      title: 'Conversaciones',
      why: 'whose list shows a conversation',
      of: ['user_id'],
      take: ['conversation_id', 'read_seq'],
      erase: { delete: true },
      keep: { with: 'conversations' },
    },
    conversation_removals: {
      app: 'write',
      title: 'Grupos de los que te sacaron',
      why: 'the driver decides who takes part in the group of their trip',
      of: ['user_id'],
      take: ['conversation_id', 'removed_at', 'returned_at'],
      leave: { 'a step of the program': ['id', 'after_seq', 'until_seq'] },
      erase: { delete: true },
      keep: { with: 'conversations' },
    },
    conversations: {
      app: 'write',
      title: 'Conversaciones de tus viajes',
      why: 'a conversation belongs to a trip',
      of: ['driver_id', 'passenger_id'],
      take: ['id', 'trip_id', 'created_at', 'last_at'],
      leave: { 'a step of the program': ['last_seq'] },
      erase: { nothing: 'the other side reads it until it is deleted' },
      keep: { job: 'purge-conversations', time: `${MESSAGES_KEPT_DAYS} days after the trip` },
    },
  },
} satisfies ModuleData
