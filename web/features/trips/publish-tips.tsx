import { publishTips, SafetyTips } from '#web/domain/safety/safety-tips.tsx'

/** For a driver, while nobody has taken a seat yet. */
export function PublishTips() {
  return (
    <div className="mt-4">
      <SafetyTips tips={publishTips} />
    </div>
  )
}
