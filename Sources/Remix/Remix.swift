// Placeholder of the module
