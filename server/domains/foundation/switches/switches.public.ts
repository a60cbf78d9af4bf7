export { forgetSwitches, isOn, readSwitch } from './read-switch.ts'
export { insertChange, lastChanges, switchedOff } from './switches.queries.ts'
