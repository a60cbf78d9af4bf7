// Answers that every screen of a signed-in person needs.
import type { z } from 'zod'
import type { Agenda } from '#contract/agenda.ts'
import { api } from '#contract/api.ts'
import type { User } from '#contract/auth.ts'
import { answers, type StubbedAnswer, waiting } from './screen-answers.ts'

export const ANA: User = {
  id: '01890000-0000-7000-8000-0000000000a1',
  email: 'ana@correo.test',
  email_confirmed: true,
  terms_accepted: true,
  username: 'anita',
  first_name: 'Ana',
  roles: ['passenger'],
  profile: {
    full_name: 'Ana Díaz',
    first_name: 'Ana',
    last_name: 'Díaz',
    status: 'Pasajero',
    verification: false,
    identification_type: null,
    identification_number: null,
    phone_number: null,
  },
}

const nothingWaits: z.input<typeof Agenda> = {
  items: [],
  waiting: 0,
  rejectedDocuments: 0,
  unread: 0,
  unreadConversations: 0,
  termsFrom: null,
  opens: 'passenger',
}

const balance = (pesos: number) =>
  answers(api.wallet.balance, {
    balance: pesos,
    held: 0,
    debt: 0,
    disputed: 0,
    wallet_id: '01890000-0000-7000-8000-0000000000b1',
  })

/** Answers for a person who is signed in, and for whom nothing waits. */
export const signedIn = (user: User = ANA): StubbedAnswer[] => [
  answers(api.auth.me, { user }),
  balance(12_000),
  answers(api.agenda.mine, nothingWaits),
  answers(api.conduct.mine, {
    standing: 'good',
    until: null,
    sanctions: [],
    hearings: [],
    reports: [],
  }),
  waiting(api.live.events),
]

/** Answers of the wallet, without movements. */
export const walletAnswers: StubbedAnswer[] = [
  answers(api.wallet.transactions, { transactions: [], totalPages: 1, page: 1, asOf: 'now' }),
]

/** Answers for a member of the team with a proved second factor, for whom nothing waits. */
export const signedInAsTeam = (role: User['roles'][number]): StubbedAnswer[] => [
  ...signedIn({ ...ANA, roles: ['passenger', role] }),
  answers(api.secondFactor.show, {
    ...{ required: true, totp: true, passkeys: [], recoveryCodesLeft: 8 },
    provedUntil: '2026-11-20T20:00:00.000Z',
  }),
  answers(api.duty.alarms, { alarms: [], onDuty: false }),
  answers(api.backOffice.showToday, {
    ...{ queues: [], refunds: [], unsigned: [], mine: [], trips: null },
  }),
]
