import { asOwner } from './db.ts'

/** What a refused request must not have changed. */
const TABLES = [
  'account_closings',
  'blocks',
  'boarding_scans',
  'bookings',
  'booking_events',
  'consents',
  'conduct_cases',
  'conduct_photos',
  'conversations',
  'conversation_members',
  'conversation_messages',
  'data_exports',
  'disputes',
  'documents',
  'jobs',
  'live_events',
  'incident_notes',
  'incidents',
  'journey_arrivals',
  'journeys',
  'ledger_accounts',
  'ledger_refusals',
  'ledger_transfers',
  'membership_cards',
  'payment_cases',
  'passkeys',
  'payments',
  'payout_accounts',
  'payout_batches',
  'withdrawal_events',
  'withdrawals',
  'reconciliations',
  'referral_codes',
  'referrals',
  'recovery_codes',
  'reward_codes',
  'reward_items',
  'reward_redemptions',
  'reward_reviews',
  'ride_invitations',
  'ride_requests',
  'rating_cases',
  'rating_events',
  'rating_replies',
  'ratings',
  'sanction_appeals',
  'sanction_events',
  'seat_keeps',
  'sessions',
  'shared_positions',
  'support_attachments',
  'support_messages',
  'support_tickets',
  'staff_actions',
  'totp_secrets',
  'trip_alert_matches',
  'trip_alerts',
  'trip_seats',
  'trip_pauses',
  'trip_shares',
  'trip_series',
  'trips',
  'trusted_contact_news',
  'trusted_contact_refusals',
  'trusted_contacts',
  'vehicles',
  'women_declarations',
]

/** One text for the content of these tables: two are equal when no row differs. */
export async function digestOfTables(databaseUrl: string): Promise<string> {
  const digest = (table: string) =>
    `select '${table}' as t, md5(coalesce(string_agg(x::text, ',' order by x::text), '')) as d
     from ${table} x`
  // In order: PostgreSQL may read the tables in parallel.
  const all = `${TABLES.map(digest).join(' union all ')} order by 1`
  const { rows } = await asOwner(databaseUrl, all)
  return JSON.stringify(rows)
}
