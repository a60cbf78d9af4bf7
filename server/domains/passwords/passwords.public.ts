export { deviceProof, isDeviceOf } from './known-device.ts'
export { type LogDeps, logFailure, logRefusal } from './log-failure.ts'
export { type Attempt, countAttempt, countInSession } from './login-throttle.ts'
export { checkPassword, hashPassword } from './password.ts'
