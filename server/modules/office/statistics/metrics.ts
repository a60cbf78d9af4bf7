/** Metrics counted by the day of the event; past days soon stop changing. */
export const EVENT_METRICS = [
  'trips_published',
  'trips_completed',
  'seats_offered',
  'seats_sold',
  'seats_travelled',
  'way_offered',
  'way_sold',
  'topups',
  'topup_pesos',
  'topups_declined',
  'money_free',
  'money_held',
  'money_owed',
  'money_unplaced',
  'money_in_bank',
  'fare_pesos',
  'commission_pesos',
  'payout_pesos',
  'missed_searches',
  'alerts_made',
  'requests_made',
  'nudge_told',
  'nudge_told_published',
  'nudge_control',
  'nudge_control_published',
  'list_bought',
  'list_passed_over',
  'list_jumped',
  'seats_given_back',
  'seats_resold',
  'verification_minutes',
  'support_minutes',
  'safety_minutes',
] as const

/** Steps of a person from signing up to a completed trip, counted by the day of signing up. */
export const PEOPLE_METRICS = [
  'people_signed_up',
  'people_phone',
  'people_verified',
  'people_topped_up',
  'people_took_part',
  'people_travelled',
] as const

export type Metric = (typeof EVENT_METRICS)[number] | (typeof PEOPLE_METRICS)[number]
