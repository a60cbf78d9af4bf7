import { bookedTips, SafetyTips } from '#web/domain/safety/safety-tips.tsx'

/** After a booking: what helps before the day. */
export function BookedTips() {
  return (
    <div className="mt-4">
      <SafetyTips tips={bookedTips} />
    </div>
  )
}
