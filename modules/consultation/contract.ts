export * from './calls';
export * from './catalogue';
export * from './draft-fields';
export * from './dto';
export * from './lead-fields';
export * from './request-facts';
export * from './steps';
export * from './wizard';
export { furthestStep, wizardMachine, type WizardEvent } from './wizard.machine';
