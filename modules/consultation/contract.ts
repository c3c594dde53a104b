export * from './catalogue';
export * from './lead-fields';
export * from './draft-fields';
export * from './steps';
export * from './wizard';
export { furthestStep, wizardMachine, type WizardEvent } from './wizard.machine';
