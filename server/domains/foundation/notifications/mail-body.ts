/** Every message there is, with the facts it needs. */
import type { BookingMail } from './booking-mails.ts'
import type { ConductMail } from './conduct-mails.ts'
import type { DocumentMail } from './document-mails.ts'
import type { DutyMail } from './duty-mails.ts'
import type { PaymentMail } from './payment-mails.ts'
import type { PrivacyMail } from './privacy-mails.ts'
import type { RatingMail } from './rating-mails.ts'
import type { RewardMail } from './reward-mails.ts'
import type { RideMail } from './ride-mails.ts'
import type { SafetyMail } from './safety-mails.ts'
import type { SupportMail } from './support-mails.ts'
import type { TeamMail } from './team-mails.ts'
import type { TripAlert } from './trip-alert-mail.ts'
import type { TripPauseMail } from './trip-pause-mails.ts'
import type { WithdrawalMail } from './withdrawal-mails.ts'

export type MailBody =
  | {
      template: 'recovery_link'
      data: { path: string; minutes: number; device: string | null; askedAt: string }
    }
  | { template: 'password_changed'; data: { device: string | null; at: string } }
  | { template: 'step_up_code'; data: { code: string; minutes: number } }
  | { template: 'session_reused'; data: { device: string | null; at: string } }
  | { template: 'email_change'; data: { path: string; hours: number; newEmail: string } }
  | {
      template: 'email_changed'
      data: { path: string; days: number; newEmail: string; at: string }
    }
  | { template: 'email_confirm'; data: { path: string; days: number } }
  | { template: 'mail_bounces'; data: Record<string, never> }
  | { template: 'account_exists'; data: Record<string, never> }
  | { template: 'other_account'; data: Record<string, never> }
  | { template: 'identification_changed'; data: { verified: boolean; at: string } }
  | { template: 'phone_wanted'; data: Record<string, never> }
  | { template: 'phone_changed'; data: { at: string } }
  | {
      template: 'second_factor_changed'
      data: {
        what: 'added' | 'removed' | 'recovery_used' | 'codes_replaced' | 'reset'
        at: string
      }
    }
  | { template: 'email_restored'; data: { at: string } }
  | { template: 'driver_started'; data: { path: string; picksUpAt: string } }
  | { template: 'digest'; data: { items: { title: string; body: string; path: string }[] } }
  | { template: 'driver_near'; data: { path: string; passed: string; picksUpAt: string } }
  | { template: 'trip_full'; data: { path: string; from: string; to: string; at: string } }
  | { template: 'no_show_claimed'; data: { path: string; until: string } }
  | {
      template: 'trip_changed'
      data: {
        path: string
        from: string
        to: string
        before: string
        after: string
        /** Until when leaving costs nothing; null when it costs what it always does. */
        freeUntil: string | null
      }
    }
  | {
      template: 'meeting_changed'
      data: {
        path: string
        /** Who changed it. */
        by: 'passenger' | 'driver'
        /** `point`: null while it is to be agreed, or where the driver's own is valid. */
        from: { place: string; point: string | null }
        to: { place: string; point: string | null }
        at: string
      }
    }
  | {
      template: 'marked'
      data: {
        kind: 'late' | 'cancelled' | 'unfounded_no_show' | 'moved' | 'did_not_come'
        /** The public profile, which shows it. */
        path: string
      }
    }
  | { template: 'objection_opened'; data: { path: string } }
  | { template: 'check_in_denied'; data: { path: string } }
  | { template: 'dispute_received'; data: { path: string } }
  | { template: 'dispute_resolved'; data: { path: string; inFavour: boolean } }
  | {
      template: 'message_received'
      /** Who wrote and about which trip; never what. */
      data: { path: string; sender: string; from: string; to: string }
    }
  | { template: 'trip_alert'; data: TripAlert }
  | PaymentMail
  | WithdrawalMail
  | BookingMail
  | DocumentMail
  | DutyMail
  | TripPauseMail
  | RideMail
  | RatingMail
  | ConductMail
  | PrivacyMail
  | SafetyMail
  | RewardMail
  | SupportMail
  | TeamMail
