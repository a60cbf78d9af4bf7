import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

const OF_THE_TEAM = 'what the team offers, not what it knows of a person'

export const rewardsData = {
  tables: {
    reward_redemptions: {
      app: 'append',
      title: 'Recompensas canjeadas',
      why: 'shows who got a code and that points paid for it',
      of: ['user_id'],
      take: ['item_id', 'points', 'created_at'],
      leave: { 'a key': ['id', 'code_id'] },
      erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
    reward_codes: {
      app: 'write',
      title: 'Códigos de aliados que cargaste',
      why: 'what points buy',
      of: ['loaded_by'],
      take: ['item_id', 'loaded_at'],
      leave: { [OF_THE_TEAM]: ['id', 'code_sealed', 'code_index'] },
      erase: { nothing: OF_THE_TEAM },
      keep: { with: 'reward_items' },
    },
    reward_items: {
      app: 'write',
      title: 'Recompensas que agregaste',
      why: 'what points buy',
      of: ['created_by'],
      take: ['id', 'title', 'created_at'],
      leave: {
        [OF_THE_TEAM]: [
          'kind',
          'description',
          'partner',
          'points',
          'per_person',
          'gold_only',
          'valid_from',
          'valid_until',
          'retired_at',
        ],
      },
      erase: { nothing: OF_THE_TEAM },
      keep: { always: OF_THE_TEAM },
    },
    reward_reviews: {
      app: 'write',
      title: 'Puntos que revisó el equipo',
      why: 'nobody earns points by a trip with themselves',
      of: ['first_id', 'second_id'],
      others: ['resolved_by'],
      take: ['kind', 'opened_at', 'outcome', 'resolved_at'],
      leave: {
        'a note of the team': ['note'],
        'says how two accounts of one person are found': ['signs'],
        'a key': ['id', 'subject_id'],
      },
      erase: { nothing: `the points follow from it; ${PSEUDONYMOUS}` },
      keep: { always: `the points follow from it; ${PSEUDONYMOUS}` },
    },
    membership_cards: {
      app: 'write',
      title: 'Tarjeta Green o Gold',
      why: 'what the card follows from',
      of: ['user_id'],
      take: ['card', 'facts', 'since', 'computed_at'],
      erase: { delete: true },
      keep: { account: true },
    },
    card_events: {
      app: 'append',
      title: 'Tarjetas ganadas y perdidas',
      why: 'shows when a card came and went',
      of: ['user_id'],
      take: ['at', 'before', 'after'],
      leave: { 'a key': ['id'] },
      erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
  },
} satisfies RoomData
