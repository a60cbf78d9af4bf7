// Which messages reach a person, and where they are told.
import type { MailBody } from './mail-body.ts'

export type Template = MailBody['template']

type Channels = {
  /** Stays in the list of notifications of the app. */
  inbox: boolean
  mail: boolean
  /** Where the app's list leads, when that is not what the button of the mail opens. */
  path?: string
}

/** A link or a code that must not be read by who finds a telephone unlocked, or by other people. */
const onlyMail: Channels = { inbox: false, mail: true }
const onlyInbox: Channels = { inbox: true, mail: false }
const both: Channels = { inbox: true, mail: true }

/**
 * Every message there is. By mail goes what moves money, changes a journey or asks for an answer;
 * what the person did a moment ago, or what comes once per passenger, is only in the app.
 */
export const catalogue: Record<Template, Channels> = {
  recovery_link: onlyMail,
  step_up_code: onlyMail,
  email_change: onlyMail,
  email_confirm: onlyMail,
  account_exists: onlyMail,
  other_account: onlyMail,
  password_changed: { ...both, path: '/profile' },
  session_reused: { ...both, path: '/profile' },
  email_changed: onlyMail,
  email_restored: { ...both, path: '/profile' },
  identification_changed: both,
  topup_approved: both,
  topup_declined: both,
  topup_abandoned: onlyInbox,
  charged_twice: both,
  charge_returned: both,
  topup_voided: both,
  debt_paid: both,
  booking_confirmed: both,
  seat_booked: both,
  request_sent: onlyInbox,
  request_received: both,
  request_accepted: both,
  request_rejected: both,
  request_expired: both,
  request_missed: onlyInbox,
  booking_cancelled: both,
  passenger_cancelled: both,
  driver_cancelled: both,
  driver_cancelled_copy: onlyInbox,
  trip_cancelled: both,
  trip_changed: both,
  meeting_changed: both,
  driver_started: both,
  boarded: both,
  assumed_aboard: both,
  fare_received: onlyInbox,
  no_show_claimed: both,
  no_show_charged: both,
  no_show_paid: onlyInbox,
  objection_opened: both,
  check_in_denied: both,
  dispute_received: both,
  dispute_resolved: both,
  document_approved: onlyInbox,
  document_rejected: both,
  document_expiring: both,
  may_publish: both,
  trip_alert: { ...both, path: '/alerts' },
}
