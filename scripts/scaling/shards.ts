// A section of docs/scaling.md that is written by hand.

const text = (...lines: string[]) => lines.join(' ')

export const SHARDS = [
  '## Keys for a distributed PostgreSQL',
  text(
    'Citus or YugabyteDB would spread rows by a key. Most ids are made by the app; the numbers of',
    'ledger rows and of support tickets are identity columns. `book_seats`, the incidents of a',
    'trip and the texts about a booking take an advisory lock of each, which would be at the shard',
    'of the trip; changes of the team, drills of duty, links to accounts and migrations take one',
    'for all, rarely. One constraint is deferrable: the key from `payout_matches` to',
    '`bank_statements`.',
  ),
  [
    '| tables | key | why |',
    '|---|---|---|',
    text(
      '| trips, trip_seats, trips_on_sale, bookings and their events, tickets, journeys',
      '| trip | seats are taken under one row of the trip |',
    ),
    text(
      '| wallets, movements, payments, withdrawals, points | person',
      '| a movement locks the payer and the payee |',
    ),
    '| conversations, messages | trip | driver and passengers of one trip write them |',
    text(
      '| places, roads, tolls, prices, corridors | copied to every shard',
      '| small and read by everything |',
    ),
  ].join('\n'),
  'These statements cross shards:',
  [
    text(
      '* `book_seats`, `check_ins` and `cancel_bookings` lock two wallets and a trip in one',
      'transaction. They would become a hold at the shard of the passenger, the seat at that of',
      'the trip, and a compensation when the second refuses.',
    ),
    text(
      '* Search reads trips of all shards by corridor and day: one statement for each shard, its',
      'answers merged.',
    ),
    text(
      '* The checks of `integrity.watch` compare money with trips: each shard alone, and the sums',
      'between them.',
    ),
    '* `ledger:verify` chains one order of movements: one chain for each shard.',
  ].join('\n'),
].join('\n\n')
