// Which messages reach a person, by which channels, and what they may switch off.
import type { Topic } from '#contract/notification-topics.ts'
import type { MailBody } from './mail-body.ts'

export type Template = MailBody['template']

type Entry = {
  /** What it is about: a person chooses channels per topic. */
  topic: Topic
  /** Stays in the list of notifications of the app. */
  inbox: boolean
  mail: boolean
  /** Also in short: by push, WhatsApp or SMS, where the person wants them. */
  short: boolean
  /** Its mail cannot be switched off, and it does not wait for the morning. */
  duty?: true
  /** Goes by push whatever the person chose, and its title names nobody. */
  rings?: true
  /** Several of the same trip within minutes become one mail. */
  digest?: true
  /** Where the app's list leads, when that is not what the button of the mail opens. */
  path?: string
}

/** A link or a code that must not be read by who finds a telephone unlocked, or by other people. */
const onlyMail = { topic: 'account', inbox: false, mail: true, short: false, duty: true } as const
const onlyInbox = (topic: Topic): Entry => ({ topic, inbox: true, mail: false, short: false })
const both = (topic: Topic): Entry => ({ topic, inbox: true, mail: true, short: true })
/** Money moved, or the account is less safe: the person must be able to know. */
const duty = (topic: Topic): Entry => ({ ...both(topic), duty: true })
/** For the team in office hours: nobody's telephone rings. */
const desk = { topic: 'account', inbox: true, mail: true, short: false, duty: true } as const

/**
 * Every message there is. By mail goes what moves money, changes a journey or asks for an answer;
 * what the person did a moment ago, or what comes once per passenger, is only in the app.
 */
export const catalogue: Record<Template, Entry> = {
  recovery_link: onlyMail,
  step_up_code: onlyMail,
  email_change: onlyMail,
  email_confirm: onlyMail,
  account_exists: onlyMail,
  other_account: onlyMail,
  password_changed: { ...duty('account'), path: '/profile' },
  session_reused: { ...duty('account'), path: '/profile' },
  mail_bounces: {
    ...{ topic: 'account', inbox: true, mail: false, short: true },
    path: '/notifications/preferences',
  },
  email_changed: onlyMail,
  email_restored: { ...duty('account'), path: '/profile' },
  phone_wanted: { ...duty('account'), path: '/profile' },
  second_factor_changed: { ...duty('account'), path: '/profile' },
  team_invitation: onlyMail,
  team_roles_changed: { ...duty('account'), path: '/admin' },
  duty_call: { ...duty('account'), rings: true },
  roster_gap: desk,
  safety_late: desk,
  phone_changed: { ...duty('account'), path: '/profile' },
  identification_changed: duty('account'),
  topup_approved: duty('money'),
  topup_declined: duty('money'),
  topup_abandoned: onlyInbox('money'),
  charged_twice: duty('money'),
  charge_returned: duty('money'),
  topup_voided: duty('money'),
  debt_paid: duty('money'),
  payout_account_added: duty('account'),
  payout_account_removed: duty('account'),
  withdrawal_requested: duty('money'),
  withdrawal_approved: onlyInbox('money'),
  withdrawal_sent: onlyInbox('money'),
  withdrawal_paid: duty('money'),
  withdrawal_failed: duty('money'),
  withdrawal_rejected: duty('money'),
  withdrawal_cancelled: onlyInbox('money'),
  withdrawal_stopped: duty('money'),
  booking_confirmed: duty('trips'),
  digest: { topic: 'trips', inbox: false, mail: true, short: false },
  seat_booked: { ...both('trips'), digest: true },
  request_sent: onlyInbox('trips'),
  request_received: both('trips'),
  request_accepted: duty('trips'),
  request_rejected: duty('trips'),
  request_expired: duty('trips'),
  request_missed: onlyInbox('trips'),
  segment_changed: duty('trips'),
  passenger_moved: both('trips'),
  booking_cancelled: duty('trips'),
  passenger_cancelled: both('trips'),
  driver_cancelled: duty('trips'),
  driver_cancelled_copy: onlyInbox('trips'),
  trip_cancelled: duty('trips'),
  trip_changed: both('trips'),
  meeting_changed: both('trips'),
  driver_started: both('trips'),
  driver_near: { topic: 'trips', inbox: true, mail: false, short: true },
  trip_full: onlyInbox('trips'),
  aboard_said: { topic: 'trips', inbox: true, mail: false, short: true },
  aboard_undone: { topic: 'trips', inbox: true, mail: false, short: true },
  boarded: duty('money'),
  assumed_aboard: duty('money'),
  fare_received: onlyInbox('money'),
  no_show_claimed: duty('money'),
  no_show_charged: duty('money'),
  no_show_paid: onlyInbox('money'),
  objection_opened: both('trips'),
  check_in_denied: both('trips'),
  dispute_received: both('trips'),
  dispute_resolved: duty('money'),
  document_approved: onlyInbox('documents'),
  document_rejected: both('documents'),
  document_expiring: both('documents'),
  may_publish: both('documents'),
  trip_paused: both('documents'),
  trip_at_risk: both('trips'),
  trip_resumed: both('trips'),
  trip_lapsed: duty('documents'),
  trip_not_back: both('trips'),
  rating_waiting: both('trips'),
  rating_reminder: onlyInbox('trips'),
  rating_received: both('trips'),
  rating_reply: onlyInbox('trips'),
  rating_reviewed: onlyInbox('trips'),
  rating_decided: onlyInbox('trips'),
  message_received: both('messages'),
  ride_invited: both('alerts'),
  ride_wanted: onlyInbox('alerts'),
  ride_request_over: onlyInbox('alerts'),
  reward_redeemed: { ...both('news'), path: '/recompensas#codigos' },
  points_earned: onlyInbox('news'),
  points_taken: both('news'),
  points_waiting: onlyInbox('news'),
  points_decided: both('news'),
  referral_paid: both('news'),
  card_changed: both('news'),
  sanctioned: duty('account'),
  hearing_asked: duty('account'),
  pause_over: duty('account'),
  text_hidden: duty('account'),
  marked: both('trips'),
  report_received: onlyInbox('account'),
  report_decided: duty('account'),
  appeal_received: onlyInbox('account'),
  appeal_answered: duty('account'),
  export_ready: duty('account'),
  closing_asked: duty('account'),
  closing_taken_back: duty('account'),
  closing_soon: duty('account'),
  closing_waits: duty('account'),
  account_closed: onlyMail,
  terms_coming: duty('account'),
  contact_invited: onlyMail,
  contact_boarded: onlyMail,
  contact_arrived: onlyMail,
  contact_not_aboard: onlyMail,
  contact_emergency: onlyMail,
  contact_answered: onlyInbox('account'),
  incident_received: duty('account'),
  incident_answered: duty('account'),
  ticket_confirm: onlyMail,
  ticket_received: onlyInbox('account'),
  ticket_answered: duty('account'),
  ticket_given: duty('account'),
  trip_alert: { ...both('alerts'), path: '/alerts' },
}
