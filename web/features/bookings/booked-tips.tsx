import { bookedTips, SafetyTips } from '#web/domain/safety/safety-tips.tsx'

/** Safety tips after a booking, for the days before the trip. */
export function BookedTips() {
  return (
    <div className="mt-4">
      <SafetyTips tips={bookedTips} />
    </div>
  )
}
