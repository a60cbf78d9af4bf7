import { publishTips, SafetyTips } from '#web/domain/safety/safety-tips.tsx'

/** Safety tips for a driver, before anybody has booked. */
export function PublishTips() {
  return (
    <div className="mt-4">
      <SafetyTips tips={publishTips} />
    </div>
  )
}
